#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# tools/quickstart and tools/test among fakes of everything that they call:  scripts.sh PROJECT
# Nothing of the machine is asked: PATH has the fakes and a few plain tools, the environment is made for each call.
# `here` is the fake machine:
#   has/NAME      a package that is installed       archive/NAME   one that can be installed; its text goes to `devices`
#   devices       what the drivers show, in the words of tools/probe_devices.c
#   cmake         the version of CMake              user           the number of the user
#   asked         packages that were asked for      called         what cmake and ctest were called with
# shellcheck disable=SC2015,SC2016 # A && B || fault is meant; the fakes expand for themselves
set -eu
project=$1
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
here=$work/here root="$work/a checkout" bin=$work/bin
failed=0
fault() {
    printf '%s%s\n' "${way:+[$way] }" "$*"
    tail -n 12 "$work/said"
    failed=1
}

# ---- the fakes ----
mkdir -p "$bin" "$root/tools/lanes" "$work/icds"
for name in awk basename cat chmod cp dirname env find grep head ln ls mkdir mktemp readlink rm sed sh sort tail touch tr wc; do
    ln -s "$(command -v "$name")" "$bin/$name" 2>/dev/null || true # a shell may have it built in
done
fake() { # NAME, and its body from the input
    { printf '#!/bin/sh\nhere=%s\n' "'$here'"; cat; } >"$bin/$1"
    chmod +x "$bin/$1"
}
echo 'echo Linux' | fake uname
echo 'echo 2' | fake nproc
echo 'cat "$here/user"' | fake id
echo 'test -e "$here/has/sudo" || exit 1; [ "$1" != -n ] || shift; "$@"' | fake sudo
echo 'case $* in *plplot*) test -e "$here/has/libplplot-dev" ;; *) test -e "$here/has/libcjson-dev" ;; esac' | fake pkg-config.real
echo 'echo "ctest $*, drivers: ${OCL_ICD_VENDORS-}" >>"$here/called"' | fake ctest
fake apt-get <<'E'
case " $* " in *" update "*) exit "$(cat "$here/update")" ;; esac
for word in "$@"; do
    case $word in install | -*) continue ;; esac
    echo "$word" >>"$here/asked"
    [ -e "$here/archive/$word" ] || { echo "E: Unable to locate package $word"; exit 100; }
    cat "$here/archive/$word" >>"$here/devices"
    touch "$here/has/$word"
    "$here/install"
done
E
# The compiler: a library is there with its package; the program that asks the drivers says what is in `devices`.
fake cc.real <<'E'
while [ $# -gt 0 ]; do
    case $1 in
        -l*) library=${1#-l} ;;
        -o) out=$2; shift ;;
        *probe_devices.c) asks=1 ;;
    esac
    shift
done
if [ -n "${asks-}" ]; then
    { echo '#!/bin/sh'; echo "cat '$here/devices'"; } >"$out"
    chmod +x "$out"
    exit 0
fi
case $library in OpenCL) package=ocl-icd-opencl-dev ;; z) package=zlib1g-dev ;; *) package=$library ;; esac
test -e "$here/has/$package"
E
# CMake makes a command that answers by OpenCL where a device builds kernels.
fake cmake.real <<'E'
case $1 in
    --version) echo "cmake version $(cat "$here/cmake")"; exit 0 ;;
    --preset) mkdir -p "build/$2" ;;
    --build) exit 0 ;;
esac
echo "cmake $*" >>"$here/called"
cat >build/quickstart/nearfield <<'N' 2>/dev/null || true
#!/bin/sh
case "$*" in --version) printf 'nearfield 1\n  with     HDF5       reads HDF5\n  without  chemfiles  reads PDB: install it\n'; exit 0 ;; esac
case "$*" in *"--device host"*) echo "pairs by plain C"; exit 0 ;; esac
test -s "HERE/devices" || { echo "nearfield: there is no device" >&2; exit 4; }
grep -q '^kernels|' "HERE/devices" || { echo "nearfield: cl/order/bounds.cl did not build" >&2; exit 1; }
case "$*" in *--quiet*) ;; *) echo "pairs by OpenCL" ;; esac
N
[ ! -e build/quickstart/nearfield ] || { sed -i "s|HERE|$here|" build/quickstart/nearfield; chmod +x build/quickstart/nearfield; }
E
# A package brings its program.
cat >"$work/install" <<'E'
#!/bin/sh
cd "$(dirname "$0")/../bin"
for pair in cc:gcc c++:g++ cmake:cmake pkg-config:pkg-config make:make h5cc:libhdf5-dev clang:clang; do
    [ ! -e "../here/has/${pair#*:}" ] || [ -e "${pair%%:*}" ] || ln -s "${pair%%:*}.real" "${pair%%:*}"
done
E
echo 'exit 0' | fake make.real
echo 'exit 0' | fake c++.real
echo 'exit 0' | fake h5cc.real
echo 'exit 0' | fake clang.real
cp "$project/tools/setup.sh" "$project/tools/quickstart" "$project/tools/test" "$project/tools/probe_devices.c" "$root/tools/"
cp "$project/tools/lanes/platform" "$root/tools/lanes/"
echo libpocl.so >"$work/icds/pocl.icd"
echo libother.so >"$work/icds/other.icd"

pocl='kernels|Portable Computing Language|6.0|'
packages="gcc libc6-dev g++ make cmake pkg-config ocl-icd-opencl-dev opencl-c-headers zlib1g-dev libcjson-dev libhdf5-dev libplplot-dev plplot-driver-cairo clang check sudo"
machine() { # [PACKAGE...]: a new one, with these; as root
    rm -rf "$here" "$root/build"
    mkdir -p "$here/has" "$here/archive"
    for name in $packages; do : >"$here/archive/$name"; done
    echo "$pocl" >"$here/archive/pocl-opencl-icd"
    cp "$work/install" "$here/install"
    chmod +x "$here/install"
    rm -f "$bin/cc" "$bin/c++" "$bin/cmake" "$bin/make" "$bin/pkg-config" "$bin/h5cc" "$bin/clang"
    for name in "$@"; do touch "$here/has/$name"; done
    "$here/install"
    : >"$here/devices" && : >"$here/asked" && : >"$here/called"
    echo 3.25.1 >"$here/cmake"
    echo 0 >"$here/user"
    echo 0 >"$here/update"
}
# shellcheck disable=SC2086 # words
full_machine() { machine $packages; }
settings="HOME=$work/nowhere" # of the environment; a word each
# shellcheck disable=SC2086 # words
call() { # SCRIPT ARGUMENT...
    status=0
    env -i PATH="$bin" NEARFIELD_ICDS="$work/icds" $settings "$@" >"$work/said" 2>&1 </dev/null || status=$?
}
asked() { grep -qx "$1" "$here/asked"; }
said() { grep -q -e "$1" "$work/said"; }

# ---- from a bare machine to the pairs, in whatever environment ----
for way in "HOME=$work/nowhere CI=true" "HOME=/root" "CI=true" "HOME=$work" "HOME=$work XDG_CACHE_HOME=$work/caches" \
    "HOME=$work/nowhere OCL_ICD_VENDORS=/nonexistent" "HOME=$work/nowhere TMPDIR=$work"; do
    settings=$way
    machine
    call "$root/tools/quickstart"
    [ $status = 0 ] && said "^pairs by OpenCL" || fault "no pairs on a bare machine"
    for name in gcc cmake libcjson-dev pkg-config pocl-opencl-icd libhdf5-dev plplot-driver-cairo; do
        asked $name || fault "$name was not installed"
    done
    said '^Without chemfiles, which reads PDB: install it$' || fault "it does not say what the command was built without"
    if said "HDF5"; then fault "it tells of what was built in"; fi
    : >"$here/asked"
    call "$root/tools/quickstart"
    [ $status = 0 ] && [ ! -s "$here/asked" ] || fault "the second time something is installed again"

    # A device of another platform.
    full_machine
    echo 'kernels|NVIDIA CUDA|580|' >"$here/devices"
    call "$root/tools/quickstart"
    [ $status = 0 ] && said "^pairs by OpenCL" || fault "no pairs on a GPU"
    [ ! -s "$here/asked" ] || fault "with a device that works something is installed"
    call "$root/tools/test"
    [ $status = 0 ] || [ "${way#*CI=true}" != "$way" ] || fault "no tests on a GPU"
    [ "${way#*CI=true}" != "$way" ] || [ ! -s "$here/asked" ] || fault "with a device that works PoCL is installed for the tests"
done
way="" settings="HOME=$work/nowhere"
[ ! -e "$work/nowhere" ] || fault "a home that is not there was made"

# ---- tests without what they can leave out ----
full_machine
echo "$pocl" >"$here/devices"
rm "$here/has/libhdf5-dev" "$bin/h5cc"
call "$root/tools/test"
[ $status = 0 ] && asked libhdf5-dev || fault "the tests do not install libhdf5"
rm "$here/has/libhdf5-dev" "$bin/h5cc" "$here/archive/libhdf5-dev"
call "$root/tools/test"
[ $status = 0 ] && said "^Continuing without hdf5" || fault "without libhdf5 there are no tests"

# ---- no device builds kernels ----
broken="none|Portable Computing Language|1.8|error: unknown target CPU 'generic'"
full_machine
echo "$broken" >"$here/devices"
call "$root/tools/quickstart"
[ $status = 0 ] && said "^pairs by plain C" || fault "no pairs without kernels"
said "^OpenCL cannot be used here; computing in plain C (--device host): .*unknown target CPU 'generic'.*portablecl.org$" ||
    fault "it does not say why in a sentence"
[ ! -s "$here/asked" ] || fault "a PoCL that is there is installed again"
: >"$here/called"
call "$root/tools/test"
[ $status != 0 ] && said "the tests need an OpenCL device that builds kernels, but .*unknown target CPU 'generic'.*Debian 12" ||
    fault "the tests do not say that they need kernels"
if grep -q ctest "$here/called"; then fault "the tests ran without kernels"; fi

echo "none|Another Platform|1|it does not say why" >"$here/devices"
call "$root/tools/quickstart"
[ $status = 0 ] && said "^pairs by OpenCL" && asked pocl-opencl-icd || fault "PoCL does not stand in for a driver that builds nothing"

full_machine
rm "$here/archive/pocl-opencl-icd"
call "$root/tools/quickstart"
[ $status = 0 ] && said "^pairs by plain C" && said "this system has no OpenCL device" || fault "without PoCL no pairs by plain C"
: >"$here/called"
call "$root/tools/test"
[ $status != 0 ] && said "the tests need an OpenCL device" || fault "the tests do not say that they need a device"

# ---- an old CMake; no cJSON; sources that do not answer; nobody who may install ----
full_machine
echo "$pocl" >"$here/devices"
echo 3.18.4 >"$here/cmake"
for who in 0 1000; do
    echo $who >"$here/user"
    for script in quickstart test; do
        call "$root/tools/$script"
        [ $status != 0 ] && said "CMake 3.20 or later is needed.*pip install cmake.*cmake.org" || fault "$script does not say which CMake is needed"
        if grep -q preset "$here/called"; then fault "$script gives a preset to CMake 3.18"; fi
    done
done
for version in 3.20.0 3.100.1 4.0.3; do
    echo $version >"$here/cmake"
    call "$root/tools/quickstart"
    [ $status = 0 ] || fault "CMake $version is refused"
done

full_machine
echo "$pocl" >"$here/devices"
rm "$here/has/libhdf5-dev" "$bin/h5cc" "$here/archive/libhdf5-dev"
call "$root/tools/quickstart"
[ $status = 0 ] && said "^Continuing without hdf5" && said "^pairs by OpenCL" || fault "without libhdf5 there are no pairs"

full_machine
rm "$here/has/libcjson-dev" "$here/archive/libcjson-dev"
echo "$pocl" >"$here/devices"
call "$root/tools/quickstart"
[ $status = 0 ] && said "^Continuing without cJSON" && said "^pairs by OpenCL" || fault "without cJSON there are no pairs"

machine
echo 100 >"$here/update"
call "$root/tools/quickstart"
[ $status = 0 ] || fault "one source that does not answer keeps everything from being installed"

machine
echo 1000 >"$here/user"
call "$root/tools/quickstart"
[ $status != 0 ] && said "sudo.*missing: gcc" && said "could not set up: compiler" || fault "who may not install is not told what is missing"
touch "$here/has/sudo"
call "$root/tools/quickstart"
[ $status = 0 ] && said "^pairs by OpenCL" || fault "no pairs for a user with sudo"

# ---- links, folders that cannot be written, warnings, drivers ----
full_machine
echo "$pocl" >"$here/devices"
ln -s "$root/tools/quickstart" "$work/first"
ln -s first "$work/second"
call "$work/second"
[ $status = 0 ] && said "^pairs by OpenCL" || fault "a link to quickstart does not work"
ln -s "$root/tools/test" "$work/tests"
call "$work/tests" --lane platform nowhere
said "^platform: which platform" || fault "a link to test does not find the lanes"

rm -rf "$root/build"
: >"$root/build"
: >"$here/called"
for script in quickstart test; do
    call "$root/tools/$script"
    [ $status != 0 ] && said "a checkout/build cannot be written: copy the checkout" && [ "$(wc -l <"$work/said")" -eq 1 ] ||
        fault "$script does not say that the checkout cannot be written"
done
rm "$root/build"
chmod a-w "$root"
if ! (: >"$root/try") 2>/dev/null; then # not as root
    call "$root/tools/quickstart"
    [ $status != 0 ] && said "a checkout/build cannot be written: copy the checkout" || fault "nothing is said of a checkout that cannot be written"
fi
chmod u+w "$root"
rm -f "$root/try"

call "$root/tools/test" --tests-regex '^(order|grid)$' --exclude-regex '^grid$'
[ $status = 0 ] && grep -q '^cmake --preset release -D NEARFIELD_WERROR=OFF' "$here/called" || fault "for a user warnings are errors"
grep -q '^ctest --preset release .*--tests-regex ^(order|grid)\$ --exclude-regex ^grid\$, drivers: $' "$here/called" ||
    { cat "$here/called"; fault "the tests are not those that were asked for"; }
: >"$here/called"
settings="HOME=$work/nowhere CI=true"
call "$root/tools/test"
[ $status = 0 ] || fault "no tests in CI"
if grep -q 'WERROR=OFF' "$here/called"; then fault "in CI warnings are no errors"; fi
grep -q "drivers: $root/build/vendors\$" "$here/called" && [ "$(ls "$root/build/vendors")" = pocl.icd ] ||
    { cat "$here/called"; fault "in CI PoCL is not the only driver"; }
settings="HOME=$work/nowhere CI=true NEARFIELD_DEVICE=H200"
: >"$here/called"
call "$root/tools/test"
grep -q "drivers: \$" "$here/called" || fault "a device that was named is hidden"

# Caches: the user's where there are any, or else below build; a home is never made.
settings="HOME=$work/nowhere"
rm -rf "$root/build"
call "$root/tools/quickstart"
[ $status = 0 ] && [ ! -e "$work/nowhere" ] && [ -d "$root/build/cache/pocl" ] || fault "without a home PoCL has no cache"
exit $failed

# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the scripts: installs missing packages, and prints what it installs.
#
#   need compiler cmake opencl     installs rows of the table below if they are missing
#   need_device                    ensures an OpenCL device that builds kernels; installs PoCL, which runs on the CPU, if there is none
#   no_kernels                     prints why there is none, and what to do
#   pocl_alone                     uses PoCL as the only driver from here on
# A script must set `root` (the project's folder) before it sources this file.

say() { printf '%s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
# Ends a lane whose tool or archive is not available, with an exit status different from success and failure.
skip() { say "skipped: $*"; exit 77; }

prepare() { # call it before anything is installed or built
    # shellcheck disable=SC2154 # the script that sources this sets it
    { mkdir -p "$root/build" && [ -w "$root/build" ]; } 2>/dev/null ||
        die "$root/build cannot be written: copy the checkout to a folder of yours (cp -R \"$root\" ...) and start there"
    # PoCL shows no device if it cannot write its cache.
    [ -z "${POCL_CACHE_DIR:-}" ] || return 0
    if [ -n "${XDG_CACHE_HOME:-}" ]; then caches=$XDG_CACHE_HOME
    elif [ -d "${HOME:-}" ]; then caches=$HOME/.cache
    else caches=
    fi
    if [ -z "$caches" ] || ! mkdir -p "$caches" 2>/dev/null || [ ! -w "$caches" ]; then
        export POCL_CACHE_DIR="$root/build/cache/pocl"
        mkdir -p "$POCL_CACHE_DIR"
    fi
}
cores() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# ---- the table of needs ---------------------------------------------------------------------------------
# Columns: name | test whether it is installed | packages of apt | dnf | pacman | brew | other sources.
# "-" if the manager has no package; on macOS the compiler, OpenCL and zlib come with the system's developer tools.
# shellcheck disable=SC2016 # eval reads the dollars
needs='
compiler     | has cc                                   | gcc libc6-dev                         | gcc glibc-devel              | gcc                | -
c++          | has c++                                  | g++                                   | gcc-c++                      | gcc                | -
make         | has make                                 | make                                  | make                         | make               | -
cmake        | has_cmake 3.20                           | cmake                                 | cmake                        | cmake              | cmake | CMake 3.20 or later is needed: newer ones come with the backports of older systems, by "pip install cmake", and from https://cmake.org/download
pkg-config   | has pkg-config                           | pkg-config                            | pkgconf-pkg-config           | pkgconf            | pkgconf
opencl       | has_library OpenCL CL/cl.h               | ocl-icd-opencl-dev opencl-c-headers   | ocl-icd-devel opencl-headers | ocl-icd opencl-headers | -
zlib         | has_library z zlib.h                     | zlib1g-dev                            | zlib-devel                   | zlib               | -
cjson        | pkg-config --exists libcjson             | libcjson-dev                          | cjson-devel                  | cjson              | cjson
hdf5         | has h5cc                                 | libhdf5-dev                           | hdf5-devel                   | hdf5               | hdf5
plplot       | pkg-config --exists plplot               | libplplot-dev plplot-driver-cairo     | plplot-devel                 | plplot             | plplot
chemfiles    | has_library chemfiles chemfiles.h        | -                                     | -                            | -                  | chemfiles
check        | has_library check check.h                | check                                 | check-devel                  | check              | check
pocl         | shows_pocl                               | pocl-opencl-icd                       | pocl                         | pocl               | pocl
clang        | has clang                                | clang                                 | clang                        | clang              | llvm
clang-format | has clang-format                         | clang-format                          | clang-tools-extra            | clang              | clang-format
fuzzer       | has_fuzzer                               | clang libclang-rt-dev                 | clang compiler-rt            | clang compiler-rt  | -
clang-tidy   | has clang-tidy                           | clang-tidy                            | clang-tools-extra            | clang              | llvm
shellcheck   | has shellcheck                           | shellcheck                            | ShellCheck                   | shellcheck         | shellcheck
doxygen      | has doxygen                              | doxygen                               | doxygen                      | doxygen            | doxygen
oclgrind     | has oclgrind                             | oclgrind                              | -                            | -                  | -
clang-19     | has clang-19                             | clang-19                              | -                            | -                  | -
libclc-19    | test -d /usr/lib/clc -o -d /usr/lib/llvm-19/lib/clc -o -d /usr/share/clc | libclc-19     | -                            | -                  | -
ocloc        | has ocloc                                | intel-opencl-icd                      | -                            | -                  | -
mingw        | has x86_64-w64-mingw32-gcc               | gcc-mingw-w64-x86-64                  | mingw64-gcc                  | mingw-w64-gcc      | mingw-w64
mingw-c++    | has x86_64-w64-mingw32-g++               | g++-mingw-w64-x86-64                  | mingw64-gcc-c++              | mingw-w64-gcc      | mingw-w64
wine         | test -n "$(find_wine)"                   | wine64                                | wine-core                    | wine               | -
readelf      | has readelf                              | binutils                              | binutils                     | binutils           | -
rusticl      | test -e /etc/OpenCL/vendors/rusticl.icd  | mesa-opencl-icd                       | mesa-libOpenCL               | opencl-rusticl-mesa | -
debootstrap  | has debootstrap                          | debootstrap                           | debootstrap                  | debootstrap        | -
advzip       | has advzip                               | advancecomp                           | advancecomp                  | advancecomp        | advancecomp
bubblewrap   | has bwrap                                | bubblewrap                            | bubblewrap                   | bubblewrap         | -
qemu         | has qemu-aarch64-static                  | qemu-user-static                      | qemu-user-static             | qemu-user-static   | -
unshare      | has unshare                              | util-linux                            | util-linux                   | util-linux         | -
debian-archive | test -r /usr/share/keyrings/debian-archive-keyring.gpg | debian-archive-keyring | debian-keyring            | debian-archive-keyring | -
ubuntu-archive | test -r /usr/share/keyrings/ubuntu-archive-keyring.gpg | ubuntu-keyring        | ubu-keyring                 | ubuntu-keyring     | -
venv         | python3 -c "import ensurepip, venv"      | python3-venv                          | python3                      | python             | python
python-headers | has_python_headers                     | python3-dev                           | python3-devel                | python             | python
melts        | test -d /usr/share/lammps/examples       | lammps-examples                       | -                            | -                  | -
water-box    | test -n "$(find_water_box)"              | gromacs-data                          | -                            | -                  | -
'

has() { command -v "$1" >/dev/null 2>&1; }

has_python_headers() {
    python3 -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'
}

has_library() { # LIBRARY HEADER: can be compiled and linked with
    [ "$(uname)" != Darwin ] || { [ "$1" != check ] || has_brewed check; return; }
    has cc || return 1
    printf '#include <%s>\nint main(void) { return 0; }\n' "$2" |
        cc -x c -D CL_TARGET_OPENCL_VERSION=120 - -l"$1" -o /dev/null 2>/dev/null
}
has_brewed() { brew list "$1" >/dev/null 2>&1; }

has_cmake() { # VERSION: this version or a later one
    version=$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
    [ -n "$version" ] &&
        awk -v have="$version" -v want="$1" 'BEGIN { split(have, h, "."); split(want, w, ".")
            exit !(h[1] + 0 > w[1] + 0 || (h[1] + 0 == w[1] + 0 && h[2] + 0 >= w[2] + 0)) }'
}

has_fuzzer() { # clang links a program with libFuzzer and the sanitizers; Apple's has no libFuzzer
    has clang || return 1
    printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) { return data && size > 0 ? 0 : 0; }\n' |
        clang -x c -fsanitize=fuzzer,address,undefined - -o /dev/null 2>/dev/null
}

find_water_box() { # spc216.gro of gromacs, perhaps compressed
    for folder in /usr/share/gromacs/top /usr/local/share/gromacs/top /opt/homebrew/share/gromacs/top; do
        for name in spc216.gro spc216.gro.gz; do
            [ ! -r "$folder/$name" ] || { echo "$folder/$name"; return; }
        done
    done
}

find_wine() { # the 64-bit loader; Debian's is not in PATH
    for name in wine64 /usr/lib/wine/wine64 /usr/lib/wine/wine wine; do
        ! has "$name" || { command -v "$name"; return; }
    done
}

# ---- installing -----------------------------------------------------------------------------------------

manager() {
    for name in apt-get dnf pacman brew; do
        if has "$name"; then echo "$name"; return; fi
    done
}

# Call it before output is redirected: sudo may ask for the password if there is a terminal.
become_root() {
    [ "$(id -u)" != 0 ] || return 0
    if ! has sudo; then
        say "Installing packages needs root or sudo; missing: $*"
    elif ! { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
        say "sudo needs a password, but there is no terminal; missing: $*"
    else
        return 0
    fi >&2
    return 1
}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

row() { printf '%s\n' "$needs" | awk -F'|' -v name="$1" '{ key = $1; gsub(/^ +| +$/, "", key) } key == name'; }
column() { printf '%s\n' "$1" | awk -F'|' -v k="$2" '{ gsub(/^ +| +$/, "", $k); print $k }'; }
present() {
    test=$(column "$(row "$1")" 2)
    [ -n "$test" ] || die "the table of needs has no row: $1"
    eval "$test" >/dev/null 2>&1
}

packages_of() { # NAME: its packages on this system, "" if there are none
    case $(manager) in
        apt-get) k=3 ;; dnf) k=4 ;; pacman) k=5 ;; brew) k=6 ;; *) return ;;
    esac
    column "$(row "$1")" $k | sed 's/^-$//'
}

install_packages() {
    say "Installing with $(manager): $*"
    case $(manager) in brew | "") ;; *) become_root "$@" || return 1 ;; esac
    log=$(mktemp)
    case $(manager) in
        apt-get)
            # Ignore a failed update: the source that failed may not be needed.
            [ -n "${apt_updated-}" ] || as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >"$log" 2>&1 || true
            apt_updated=1
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -oDPkg::Lock::Timeout=300 --no-install-recommends "$@" >>"$log" 2>&1 ;;
        dnf) as_root dnf install -y -q --setopt=install_weak_deps=False "$@" >"$log" 2>&1 ;;
        pacman) as_root pacman -Sy --noconfirm --needed "$@" >"$log" 2>&1 ;;
        brew) HOMEBREW_NO_ASK=1 brew install --quiet "$@" >"$log" 2>&1 ;;
        *) false ;;
    esac </dev/null || { tail -n 20 "$log" >&2; rm -f "$log"; return 1; }
    rm -f "$log"
}

# Like need, but returns 1 instead of ending the script.
can_have() {
    prepare
    missing="" packages=""
    for name in "$@"; do
        present "$name" && continue
        missing="$missing $name"
        more=$(packages_of "$name")
        [ -n "$more" ] || { say "This system has no package for: $name"; return 1; }
        packages="$packages $more"
    done
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086 # the packages are words
    install_packages $packages || return 1
    for name in $missing; do
        present "$name" || { say "Still missing after installing its packages: $name"; return 1; }
    done
}

need() {
    can_have "$@" && return
    for name in $missing; do
        hint=$(column "$(row "$name")" 7)
        [ -z "$hint" ] || present "$name" || say "$hint" >&2
    done
    die "could not set up:$missing.  Install it by hand and run this script again."
}

# Installs what some parts need that can be left out; goes on without a message where the system has no package.
may_have() {
    for wish in "$@"; do
        present "$wish" || [ -z "$(packages_of "$wish")" ] || can_have "$wish" || say "Continuing without $wish."
    done
}

# ---- the device -----------------------------------------------------------------------------------------

# Queries the OpenCL devices (needs compiler and opencl).  Prints a line for each: "kernels" if it builds and runs one,
# otherwise "none" | platform | driver | the compiler's message.  A driver that crashes ends the list.
ask_devices() {
    probe=$(mktemp -d)
    if [ "$(uname)" = Darwin ]; then link='-framework OpenCL'; else link=-lOpenCL; fi
    # shellcheck disable=SC2086 # two words on macOS
    if cc "$root/tools/probe_devices.c" $link -o "$probe/probe" 2>/dev/null; then
        "$probe/probe" 2>/dev/null || true
    fi
    rm -r "$probe"
}
builds_kernels() { ask_devices | grep -q '^kernels|'; }
shows_pocl() { ask_devices | grep -q '|Portable Computing Language|'; }

# Installs PoCL only if no device builds kernels.  It never installs a GPU's driver.
need_device() {
    prepare
    builds_kernels || { can_have pocl && builds_kernels; }
}

no_kernels() { # one sentence
    devices=$(ask_devices | awk -F'|' '{ printf "%s%s, driver %s: %s", (NR == 1 ? "" : "; "), $2, $3, $4 }')
    if [ -n "$devices" ]; then
        devices="no OpenCL device of this system builds kernels ($devices)"
    else
        devices="this system has no OpenCL device"
    fi
    say "$devices; a PoCL that does comes with Debian 12, Ubuntu 24.04 and later, by conda-forge, or from https://portablecl.org"
}

# Other installed drivers take time, leak and crash in every process that lists devices.
pocl_alone() {
    [ -z "${OCL_ICD_VENDORS-}" ] || return 0
    need pocl
    for icd in "${NEARFIELD_ICDS:-/etc/OpenCL/vendors}"/*pocl*.icd; do
        [ -e "$icd" ] || return 0
        mkdir -p "$root/build/vendors"
        cp "$icd" "$root/build/vendors/"
    done
    export OCL_ICD_VENDORS="$root/build/vendors"
}

# Sets small sizes.  Most of their time is spent in PoCL's compiler, which takes a third of it without optimisation; results
# are the same bytes.  (PoCL 5.0 fails an assertion in some kernels that are not optimised.)
small_sizes() {
    export NEARFIELD_TEST_SMALL=1
    if ask_devices | grep -q '|Portable Computing Language|3\.'; then export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable; fi
}

# ---- building -------------------------------------------------------------------------------------------

# Warnings are errors in CI only: an unknown compiler must not keep a user from building.
build() { # PRESET [CMAKE_ARGUMENT...]: prints one line, and the compiler's output only if it fails
    preset=$1
    shift
    case ${CI-} in true | 1) ;; *) set -- -D NEARFIELD_WERROR=OFF "$@" ;; esac
    [ ! -e "$root/build/$preset" ] || [ -w "$root/build/$preset" ] ||
        die "$root/build/$preset cannot be written (does it belong to another user?): remove it and run this script again"
    say "Building (build/$preset)"
    log=$(mktemp)
    {
        cmake --preset "$preset" "$@" &&
        cmake --build --preset "$preset" --parallel "$(cores)"
    } >"$log" 2>&1 </dev/null || { grep -v '^\[.*\] B' "$log" | tail -n 60 >&2; rm -f "$log"; die "the build failed"; }
    rm -f "$log"
}

# Runs tests with a tool or driver that sometimes fails by itself with output that matches WORDS, an extended regular expression.
# If the output of every failed test matches, these tests are run again, up to three times, with the library PRELOAD loaded first
# unless it is ''; otherwise, and if WORDS is '', a failure is final.
tests_beside() { # WORDS PRELOAD LOG CTEST_ARGUMENT...
    crash_words=$1 crash_preload=$2 crash_log=$3 crash_runs=1
    shift 3
    while ! ctest --parallel "$(cores)" --output-log "$crash_log" "$@"; do
        awk -v words="$crash_words" '
            / Test +#[0-9]+: / { failed = /\*\*\*/ && !/\*\*\*(Skipped|Not Run)/; all += failed; said = 0 }
            failed && !said && words != "" && $0 ~ words { said = 1; crashed++ }
            END { exit !(all > 0 && all == crashed) }' "$crash_log" || return 1
        [ $crash_runs -lt 4 ] || return 1
        say "All failed tests failed with \"$crash_words\"; running them again."
        [ $crash_runs -gt 1 ] || set -- "$@" --rerun-failed
        [ -z "$crash_preload" ] || export LD_PRELOAD="$crash_preload"
        crash_runs=$((crash_runs + 1))
    done
}

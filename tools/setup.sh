# shellcheck shell=sh
# Sourced by the scripts: finds what is missing, says what it installs, and installs it.
#
#   need compiler cmake opencl     what stands in the table below, by its name
#   need_device                    an OpenCL device that builds kernels; PoCL, which runs on the CPU, where there is none
#   no_kernels                     says why there is none, and what to do
#   pocl_alone                     from here on PoCL is the only driver that is asked
# A script sets `root` (the project's folder) before it sources this.

say() { printf '%s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
# A lane whose tool or archive cannot be had: its own exit status, so that it does not look like one that passed.
skip() { say "skipped: $*"; exit 77; }

prepare() { # before anything is installed or built
    # shellcheck disable=SC2154 # the script that sources this sets it
    { mkdir -p "$root/build" && [ -w "$root/build" ]; } 2>/dev/null ||
        die "$root/build cannot be written: copy the checkout to a folder of yours (cp -R \"$root\" ...) and start there"
    # PoCL shows no device where it cannot write its cache.
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

# ---- what there is to need ------------------------------------------------------------------------------
# One row a need: name | how to see that it is there | packages of apt | dnf | pacman | brew | where else it comes from.
# "-" where the manager has none; on macOS the compiler, OpenCL and zlib come with the system's developer tools.
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
check        | has_library check check.h                | check                                 | check-devel                  | check              | check
pocl         | shows_pocl                               | pocl-opencl-icd                       | pocl                         | pocl               | pocl
clang-format | has clang-format                         | clang-format                          | clang-tools-extra            | clang              | clang-format
clang-tidy   | has clang-tidy                           | clang-tidy                            | clang-tools-extra            | clang              | llvm
shellcheck   | has shellcheck                           | shellcheck                            | ShellCheck                   | shellcheck         | shellcheck
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
unshare      | has unshare                              | util-linux                            | util-linux                   | util-linux         | -
debian-archive | test -r /usr/share/keyrings/debian-archive-keyring.gpg | debian-archive-keyring | debian-keyring            | debian-archive-keyring | -
ubuntu-archive | test -r /usr/share/keyrings/ubuntu-archive-keyring.gpg | ubuntu-keyring        | ubu-keyring                 | ubuntu-keyring     | -
venv         | python3 -c "import ensurepip, venv"      | python3-venv                          | python3                      | python             | python
melts        | test -d /usr/share/lammps/examples       | lammps-examples                       | -                            | -                  | -
water-box    | test -n "$(find_water_box)"              | gromacs-data                          | -                            | -                  | -
'

has() { command -v "$1" >/dev/null 2>&1; }

has_library() { # LIBRARY HEADER: there to compile and to link with
    [ "$(uname)" != Darwin ] || { [ "$1" != check ] || has_brewed check; return; }
    has cc || return 1
    printf '#include <%s>\nint main(void) { return 0; }\n' "$2" |
        cc -x c -D CL_TARGET_OPENCL_VERSION=120 - -l"$1" -o /dev/null 2>/dev/null
}
has_brewed() { brew list "$1" >/dev/null 2>&1; }

has_cmake() { # VERSION: that one or a later one
    version=$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
    [ -n "$version" ] &&
        awk -v have="$version" -v want="$1" 'BEGIN { split(have, h, "."); split(want, w, ".")
            exit !(h[1] + 0 > w[1] + 0 || (h[1] + 0 == w[1] + 0 && h[2] + 0 >= w[2] + 0)) }'
}

find_water_box() { # spc216.gro as gromacs brings it, perhaps compressed
    for folder in /usr/share/gromacs/top /usr/local/share/gromacs/top /opt/homebrew/share/gromacs/top; do
        for name in spc216.gro spc216.gro.gz; do
            [ ! -r "$folder/$name" ] || { echo "$folder/$name"; return; }
        done
    done
}

find_wine() { # the 64-bit loader; Debian keeps it out of the path
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

# Before anything is redirected: where there is a terminal sudo may ask for the password; otherwise it must do without.
become_root() {
    [ "$(id -u)" != 0 ] || return 0
    if ! has sudo; then
        say "Installing needs root or sudo; missing are: $*"
    elif ! { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
        say "sudo wants a password and there is nobody to ask; missing are: $*"
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
    [ -n "$test" ] || die "the table of needs does not know: $1"
    eval "$test" >/dev/null 2>&1
}

packages_of() { # NAME: the packages that bring it here, "" where there are none
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
            # A source that does not answer may be one that is not asked for anything here.
            [ -n "${apt_updated-}" ] || as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >"$log" 2>&1 || true
            apt_updated=1
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1 ;;
        dnf) as_root dnf install -y -q --setopt=install_weak_deps=False "$@" >"$log" 2>&1 ;;
        pacman) as_root pacman -Sy --noconfirm --needed "$@" >"$log" 2>&1 ;;
        brew) HOMEBREW_NO_ASK=1 brew install --quiet "$@" >"$log" 2>&1 ;;
        *) false ;;
    esac </dev/null || { tail -n 20 "$log" >&2; rm -f "$log"; return 1; }
    rm -f "$log"
}

# Like need, but answers 1 and leaves going on to the caller.
can_have() {
    prepare
    missing="" packages=""
    for name in "$@"; do
        present "$name" && continue
        missing="$missing $name"
        more=$(packages_of "$name")
        [ -n "$more" ] || { say "No package of this system brings: $name"; return 1; }
        packages="$packages $more"
    done
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086 # the packages are words
    install_packages $packages || return 1
    for name in $missing; do
        present "$name" || { say "Still missing after the installation: $name"; return 1; }
    done
}

need() {
    can_have "$@" && return
    for name in $missing; do
        hint=$(column "$(row "$name")" 7)
        [ -z "$hint" ] || present "$name" || say "$hint" >&2
    done
    die "could not set up:$missing.  Install it by hand and start again."
}

# ---- the device -----------------------------------------------------------------------------------------

# Asks OpenCL itself (needs compiler and opencl).  A line for each device: "kernels" where it builds and runs one,
# "none" where it does not | platform | driver | what the compiler says.  A driver that crashes ends the list.
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

# PoCL only where no device builds kernels.  A GPU's driver is never installed.
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

# Other drivers that happen to be installed take their time, leak and crash in every process that asks for devices.
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

# Small sizes.  Their time is mostly that of PoCL's compiler, which without optimisation takes a third of it; results are
# the same bytes.  (PoCL 5.0 asserts in some kernels that are not optimised.)
small_sizes() {
    export NEARFIELD_TEST_SMALL=1
    if ask_devices | grep -q '|Portable Computing Language|3\.'; then export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable; fi
}

# ---- building -------------------------------------------------------------------------------------------

# Warnings are errors in CI alone: a compiler that we do not know must not keep a user from anything.
build() { # PRESET [CMAKE_ARGUMENT...]: says one line; what the compiler says only when it fails
    preset=$1
    shift
    case ${CI-} in true | 1) ;; *) set -- -D NEARFIELD_WERROR=OFF "$@" ;; esac
    [ ! -e "$root/build/$preset" ] || [ -w "$root/build/$preset" ] ||
        die "$root/build/$preset cannot be written (it was made by another user?): remove it and start again"
    say "Building (build/$preset)"
    log=$(mktemp)
    {
        cmake --preset "$preset" "$@" &&
        cmake --build --preset "$preset" --parallel "$(cores)"
    } >"$log" 2>&1 </dev/null || { grep -v '^\[.*\] B' "$log" | tail -n 60 >&2; rm -f "$log"; die "the build failed"; }
    rm -f "$log"
}

# Tests beside a tool or driver that crashes at times by itself, saying WORDS: where every test that failed has said so,
# these are run once more; anything else fails at once, and everything where WORDS are ''.
tests_beside() { # WORDS LOG CTEST_ARGUMENT...
    crash_words=$1 crash_log=$2
    shift 2
    ctest --parallel "$(cores)" --output-log "$crash_log" "$@" || {
        awk -v words="$crash_words" '
            / Test +#[0-9]+: / { failed = /\*\*\*/ && !/\*\*\*(Skipped|Not Run)/; all += failed; said = 0 }
            failed && !said && words != "" && index($0, words) { said = 1; crashed++ }
            END { exit !(all > 0 && all == crashed) }' "$crash_log" || return 1
        say "What failed is a crash that says \"$crash_words\": it is run once more."
        ctest "$@" --rerun-failed
    }
}

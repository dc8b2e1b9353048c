# shellcheck shell=sh
# Sourced by the scripts: finds what is missing, says what it installs, and installs it.
#
#   need compiler cmake opencl     what stands in the table below, by its name
#   need_device                    an OpenCL device; PoCL, which runs on the CPU, where there is none
# A script sets `root` (the project's folder) before it sources this.

say() { printf '%s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
# PoCL shows no device where it cannot write its cache.
if [ -z "${POCL_CACHE_DIR:-}" ] && ! mkdir -p "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}" 2>/dev/null; then
    # shellcheck disable=SC2154 # the script that sources this sets it
    export POCL_CACHE_DIR="$root/build/cache/pocl"
    mkdir -p "$POCL_CACHE_DIR" 2>/dev/null || die "neither a cache folder nor $root/build can be written"
fi
cores() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# ---- what there is to need ------------------------------------------------------------------------------
# One row a need: name | how to see that it is there | packages of apt | dnf | pacman | brew.  "-" where the
# manager has none; on macOS the compiler, OpenCL and zlib come with the system's developer tools.
# shellcheck disable=SC2016 # eval reads the dollars
needs='
compiler     | has cc                                   | gcc libc6-dev                         | gcc glibc-devel              | gcc                | -
c++          | has c++                                  | g++                                   | gcc-c++                      | gcc                | -
make         | has make                                 | make                                  | make                         | make               | -
cmake        | has cmake                                | cmake                                 | cmake                        | cmake              | cmake
pkg-config   | has pkg-config                           | pkg-config                            | pkgconf-pkg-config           | pkgconf            | pkgconf
opencl       | has_library OpenCL CL/cl.h               | ocl-icd-opencl-dev opencl-c-headers   | ocl-icd-devel opencl-headers | ocl-icd opencl-headers | -
zlib         | has_library z zlib.h                     | zlib1g-dev                            | zlib-devel                   | zlib               | -
cjson        | pkg-config --exists libcjson             | libcjson-dev                          | cjson-devel                  | cjson              | cjson
check        | has_library check check.h                | check                                 | check-devel                  | check              | check
pocl         | has_device                               | pocl-opencl-icd                       | pocl                         | pocl               | pocl
clang-format | has clang-format                         | clang-format                          | clang-tools-extra            | clang              | clang-format
clang-tidy   | has clang-tidy                           | clang-tidy                            | clang-tools-extra            | clang              | llvm
shellcheck   | has shellcheck                           | shellcheck                            | ShellCheck                   | shellcheck         | shellcheck
oclgrind     | has oclgrind                             | oclgrind                              | -                            | -                  | -
clang-19     | has clang-19                             | clang-19                              | -                            | -                  | -
libclc-19    | test -d /usr/lib/clc -o -d /usr/lib/llvm-19/lib/clc -o -d /usr/share/clc | libclc-19     | -                            | -                  | -
ocloc        | has ocloc                                | intel-opencl-icd                      | -                            | -                  | -
readelf      | has readelf                              | binutils                              | binutils                     | binutils           | -
rusticl      | test -e /etc/OpenCL/vendors/rusticl.icd  | mesa-opencl-icd                       | mesa-libOpenCL               | opencl-rusticl-mesa | -
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

has_device() { # asks OpenCL itself; needs compiler and opencl
    probe=$(mktemp -d)
    cat >"$probe/probe.c" <<'C'
#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
int main(void) {
    cl_platform_id platforms[32];
    cl_uint count = 0, devices = 0;
    if (clGetPlatformIDs(32, platforms, &count) != CL_SUCCESS) return 1;
    for (cl_uint k = 0; k < count && k < 32; k++)
        if (clGetDeviceIDs(platforms[k], CL_DEVICE_TYPE_ALL, 0, 0, &devices) == CL_SUCCESS && devices) return 0;
    return 1;
}
C
    if [ "$(uname)" = Darwin ]; then link='-framework OpenCL'; else link=-lOpenCL; fi
    # shellcheck disable=SC2086 # two words on macOS
    if cc "$probe/probe.c" $link -o "$probe/probe" 2>/dev/null && "$probe/probe" >/dev/null 2>&1; then found=0; else found=1; fi
    rm -r "$probe"
    return $found
}

find_water_box() { # spc216.gro as gromacs brings it, perhaps compressed
    for folder in /usr/share/gromacs/top /usr/local/share/gromacs/top /opt/homebrew/share/gromacs/top; do
        for name in spc216.gro spc216.gro.gz; do
            [ ! -r "$folder/$name" ] || { echo "$folder/$name"; return; }
        done
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
    has sudo || die "installing needs root or sudo; missing are: $*"
    sudo -n true 2>/dev/null && return 0
    [ -t 0 ] && sudo -v && return 0
    die "sudo wants a password and there is nobody to ask; missing are: $*"
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
    case $(manager) in brew | "") ;; *) become_root "$@" ;; esac
    log=$(mktemp)
    case $(manager) in
        apt-get)
            as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >"$log" 2>&1 &&
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

need() { can_have "$@" || die "could not set up:$missing.  Install it by hand and start again."; }

# PoCL only where there is no device at all.  A GPU's driver is never installed.
need_device() { need pocl; }

# ---- building -------------------------------------------------------------------------------------------

build() { # PRESET [CMAKE_ARGUMENT...]: says one line; what the compiler says only when it fails
    preset=$1
    shift
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

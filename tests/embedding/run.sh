#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Installs the build to a new prefix, builds the applications against it in every way, and runs them:
#   run.sh SOURCE BUILD CMAKE CC CXX
# If CXX is empty, only C is tested.
set -eu
source=$1 build=$2 cmake=$3 cc=$4 cxx=${5-}
here=$source/tests/embedding
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*"; exit 1; }
}
try() { # PROGRAM
    printf '%-16s ' "${1##*/}"
    "$1"
}

quietly "$cmake" --install "$build" --prefix "$work/prefix"

# ---- the licence and the pages ----
for file in LICENSE CHANGELOG.md $(cd "$source/docs" && echo *.md); do
    [ -s "$work/prefix/share/doc/nearfield/$file" ] || { echo "$file is not installed"; exit 1; }
done

# A link of an installed page leads to an installed file.
# shellcheck disable=SC2013 # a link has no blanks
for page in "$work"/prefix/share/doc/nearfield/*.md; do
    for link in $(grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^https*:'); do
        [ -e "${page%/*}/$link" ] || { echo "${page##*/}: there is no $link"; exit 1; }
    done
done
[ -s "$work/prefix/share/doc/nearfield/pair_functions/pair_gravity.cl" ] || { echo "the pair functions are not installed"; exit 1; }

# ---- the command: the shared library beside it, and the peers that are installed with it ----
if [ -x "$work/prefix/bin/nearfield" ]; then
    "$work/prefix/bin/nearfield" --version >/dev/null || { echo "the installed command does not run"; exit 1; }
    readelf -d "$work/prefix/bin/nearfield" | grep -q 'NEEDED.*libnearfield' || { echo "the installed command does not use the shared library"; exit 1; }
    peers() {
        if "$work/prefix/bin/nearfield" bench sort --sizes 10 --repeat 1 --peers >"$work/said" 2>&1; then return; fi
        [ "${1-}" = refused ] || { cat "$work/said"; echo "the installed peers are not found"; exit 1; }
    }
    mkdir "$work/aside"
    mv "$work/prefix/share/nearfield/peers"/* "$work/aside"
    printf '#!/bin/sh\necho "{\"peer\":\"mine\",\"left_out\":\"it is of the prefix\"}"\n' >"$work/prefix/share/nearfield/peers/mine"
    chmod +x "$work/prefix/share/nearfield/peers/mine"
    if peers; then grep -q 'mine: it is of the prefix' "$work/said" || { cat "$work/said"; echo "other peers than those of the prefix are run"; exit 1; }; fi
    rm -r "$work/prefix/share/nearfield/peers"
    peers refused
    grep -q "the peers' programs are not in $work/prefix/" "$work/said" || { cat "$work/said"; echo "without its peers the installed command runs others"; exit 1; }
    mkdir "$work/prefix/share/nearfield/peers"
    mv "$work/aside"/* "$work/prefix/share/nearfield/peers"
fi

# ---- find_package ----
with_cxx=OFF
if [ -n "$cxx" ]; then
    with_cxx=ON
    export CXX="$cxx"
fi
CC=$cc quietly "$cmake" -S "$here/find_package" -B "$work/find" -D CMAKE_PREFIX_PATH="$work/prefix" -D CXX=$with_cxx
quietly "$cmake" --build "$work/find"
for program in "$work"/find/c_shared "$work"/find/c_static "$work"/find/cpp_shared "$work"/find/cpp_static; do
    case $program in */cpp_*) [ -n "$cxx" ] || continue ;; esac
    try "$program"
done

# ---- the lines of the page, and the program of the front page, which neither has OpenCL's headers nor links it ----
mkdir "$work/page"
# shellcheck disable=SC2016 # the marks of a page
sed -n '/^```c$/,/^```$/p' "$source/README.md" | grep -v '^```' >"$work/page/app.c"
{
    printf 'cmake_minimum_required(VERSION 3.20)\nproject(page LANGUAGES C)\nadd_executable(app app.c)\n'
    # shellcheck disable=SC2016 # the marks of a page
    sed -n '/^```cmake$/,/^```$/p' "$source/docs/embedding.md" | grep -v '^```'
} >"$work/page/CMakeLists.txt"
CC=$cc quietly "$cmake" -S "$work/page" -B "$work/page/out" -D CMAKE_PREFIX_PATH="$work/prefix"
quietly "$cmake" --build "$work/page/out"
try "$work/page/out/app"
for file in "$work/page/out/app" "$(find "$work/prefix" -name libnearfield.so)" "$work/prefix/bin/nearfield"; do
    if [ -e "$file" ] && readelf -d "$file" | grep -q 'NEEDED.*OpenCL'; then echo "${file##*/} links OpenCL"; exit 1; fi
done

# ---- pkg-config: shared, and static from a prefix that was moved and holds no shared library ----
with_pc() { # PREFIX OUTPUT PKG_CONFIG_FLAG COMPILER SOURCE
    pc=$(dirname "$(find "$1" -name nearfield.pc)")
    # shellcheck disable=SC2046 # the flags are words
    quietly "$4" "$5" -o "$2" $(PKG_CONFIG_PATH=$pc${PKG_CONFIG_PATH+:$PKG_CONFIG_PATH} pkg-config ${3:+"$3"} --cflags --libs nearfield OpenCL)
}
compilers="c:$cc:application.c"
[ -z "$cxx" ] || compilers="$compilers cpp:$cxx:application.cpp"
for row in $compilers; do
    language=${row%%:*} file=${row##*:} compiler=${row#*:}
    compiler=${compiler%:*}
    with_pc "$work/prefix" "$work/${language}_pc_shared" "" "$compiler" "$here/$file"
    folder=$(dirname "$(find "$work/prefix" -name 'libnearfield.so')")
    LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH+:$LD_LIBRARY_PATH} try "$work/${language}_pc_shared"
done
# ---- the examples, as the page says ----
for name in nve nve_on_device sph_density; do
    pc=$(dirname "$(find "$work/prefix" -name nearfield.pc)")
    # shellcheck disable=SC2046 # the flags are words
    quietly "$cc" "$work/prefix/share/doc/nearfield/examples/$name.c" -o "$work/$name" $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs nearfield) -lm -lOpenCL
done

mv "$work/prefix" "$work/moved"
find "$work/moved" -name 'libnearfield.so*' -exec rm {} +
for row in $compilers; do
    language=${row%%:*} file=${row##*:} compiler=${row#*:}
    compiler=${compiler%:*}
    with_pc "$work/moved" "$work/${language}_pc_static" --static "$compiler" "$here/$file"
    try "$work/${language}_pc_static"
done

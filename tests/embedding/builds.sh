#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Builds library and command a second time, from a copy of the sources in another folder that another project adds, and compares:
#   builds.sh SOURCE BUILD CMAKE CC FILE...
# FILE... are the binaries of the first build, below BUILD.  The second build then shows what the options of the installation do:
# components, absolute folders, BUILD_SHARED_LIBS, and a system without Check.
set -eu
source=$1 build=$2 cmake=$3 cc=$4
shift 4
here=$source/tests/embedding
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fault() { printf '%s\n' "$*"; failed=1; }
quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*"; exit 1; }
}

# ---- two builds in two folders have the same bytes, and name neither folder ----
copy="$work/elsewhere/sources of another name" second=$work/out
mkdir -p "$copy"
(cd "$source" && tar -cf - CMakeLists.txt LICENSE README.md CHANGELOG.md CONTRIBUTING.md include src cl tools docs examples) | tar -xf - -C "$copy"
# The first build's settings, but for what CMake finds by itself.
{
    printf 'set(NEARFIELD_%s CACHE STRING "")\n' 'BUILD_TESTS OFF' 'BUILD_TOOL ON' 'INSTALL ON'
    sed -nE 's/^(CMAKE_(BUILD_TYPE|AR|RANLIB|C_COMPILER|C_FLAGS[A-Z_]*|[A-Z]*_LINKER_FLAGS[A-Z_]*|INSTALL_[A-Z]*DIR)|BUILD_SHARED_LIBS|NEARFIELD_(HDF5|CHEMFILES|PLOT|WERROR|NATIVE)):[A-Z]*=(.*)$/set(\1 [==[\4]==] CACHE STRING "")/p' \
        "$build/CMakeCache.txt"
} >"$work/settings.cmake"
# Of the programs that are compiled for the host, which take minutes, every 16th is compiled again; the others are those of the first build.
clang=$(sed -n 's/^NEARFIELD_CLANG:[A-Z]*=\(\/.*\)$/\1/p' "$build/CMakeCache.txt")
cat >"$work/clang" <<EOF
#!/bin/sh
for word in "\$@"; do
    [ "\$before" != -o ] || out=\$word
    before=\$word
done
name=\${out##*/}
case \$name in
    *0.o) ;;
    *.o) [ ! -e "$build/src/native/\$name" ] || exec cp "$build/src/native/\$name" "\$out" ;;
esac
exec "$clang" "\$@"
EOF
chmod +x "$work/clang"
[ -z "$clang" ] || echo "set(NEARFIELD_CLANG [==[$work/clang]==] CACHE FILEPATH \"\")" >>"$work/settings.cmake"
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt") # the order of objects in a binary is the generator's
quietly "$cmake" -G "$generator" -C "$work/settings.cmake" -S "$here/add_subdirectory" -B "$second" -D NEARFIELD="$copy"
quietly "$cmake" --build "$second" --parallel 2
for file in "$@"; do
    name=${file#"$build/"}
    cmp "$file" "$second/nearfield/$name" || fault "$name: another folder gives other bytes"
    for folder in "$source" "$build" "$copy" "$second"; do
        ! grep -qaF "$folder" "$file" "$second/nearfield/$name" || fault "$name has the path $folder"
    done
done

install_as() { # PREFIX SETTING...: the second build with these settings, installed
    prefix=$1
    shift
    quietly "$cmake" "$@" "$second"
    quietly "$cmake" --build "$second" --parallel 2
    quietly "$cmake" --install "$second" --prefix "$prefix"
}
with_pc() { # OUTPUT FOLDER: the application, built as nearfield.pc in FOLDER says
    # shellcheck disable=SC2046 # the flags are words
    quietly "$cc" "$here/application.c" -o "$1" $(PKG_CONFIG_PATH=$2${PKG_CONFIG_PATH+:$PKG_CONFIG_PATH} pkg-config --cflags --libs nearfield OpenCL)
}

# ---- add_subdirectory: the project runs with it, and gets neither the command nor tests unless it asks ----
"$second/c_subdirectory" || fault "the application that contains the sources does not run"
quietly "$cmake" -S "$here/add_subdirectory" -B "$work/default" -D NEARFIELD="$source"

# ---- components: each file is in one ----
quietly "$cmake" --install "$second" --prefix "$work/all"
for component in runtime development tools; do
    quietly "$cmake" --install "$second" --prefix "$work/parts" --component $component
    (cd "$work/parts" && find . ! -type d | sort) >"$work/$component"
    mkdir -p "$work/together" && cp -Rn "$work/parts/." "$work/together" && rm -r "$work/parts"
done
[ -z "$(sort "$work/runtime" "$work/development" "$work/tools" | uniq -d)" ] || fault "a file is in two components"
(cd "$work/all" && find . ! -type d | sort) >"$work/files"
sort "$work/runtime" "$work/development" "$work/tools" | cmp - "$work/files" || fault "the components together are not the whole"
row() { grep -q "$2" "$work/$1" || fault "the component $1 has no $2"; }
row runtime '/libnearfield\.so\.'
row runtime '/LICENSE$'
row development '/nearfield\.h$'
row development '/nearfield\.pc$'
row tools '/bin/nearfield$'
[ "$(wc -l <"$work/runtime")" -eq 3 ] || fault "the runtime has more than the library, its link and the licence"
"$work/together/bin/nearfield" --version >/dev/null || fault "the command does not run from its components"

# ---- absolute folders ----
install_as "$work/absolute" -D CMAKE_INSTALL_LIBDIR="$work/libraries" -D CMAKE_INSTALL_INCLUDEDIR="$work/headers"
with_pc "$work/application" "$work/libraries/pkgconfig"
LD_LIBRARY_PATH=$work/libraries "$work/application" || fault "the application does not run with an absolute folder of libraries"
"$work/absolute/bin/nearfield" --version >/dev/null || fault "the command does not run with an absolute folder of libraries"
install_as "$work/mixed" -D CMAKE_INSTALL_INCLUDEDIR=include
with_pc "$work/application" "$work/libraries/pkgconfig"
rm -r "$work/libraries" "$work/headers"
install_as "$work/mixed" -D CMAKE_INSTALL_LIBDIR=lib -D CMAKE_INSTALL_INCLUDEDIR="$work/headers"
mv "$work/mixed/lib" "$work/lib"
with_pc "$work/application" "$work/lib/pkgconfig"

# ---- BUILD_SHARED_LIBS=OFF: the static library has the name, in every way ----
install_as "$work/static" -D BUILD_SHARED_LIBS=OFF -D CMAKE_INSTALL_INCLUDEDIR=include
[ -z "$(find "$work/static" -name 'libnearfield.so*')" ] || fault "BUILD_SHARED_LIBS=OFF installs a shared library"
"$work/static/bin/nearfield" --version >/dev/null || fault "the command does not run with the static library"
with_pc "$work/application" "$work/static/lib/pkgconfig"
"$work/application" || fault "the application does not run with the static library"
CC=$cc quietly "$cmake" -S "$here/find_package" -B "$work/find" -D CMAKE_PREFIX_PATH="$work/static" -D CXX=OFF
quietly "$cmake" --build "$work/find"
"$work/find/c_shared" || fault "nearfield::nearfield is not the static library"

# ---- NEARFIELD_LINK_OPENCL=ON: the library needs the loader, and so do those who use it ----
install_as "$work/linked" -D BUILD_SHARED_LIBS=ON -D NEARFIELD_LINK_OPENCL=ON
needed() { readelf -d "$1" | grep -q 'NEEDED.*libOpenCL'; }
needed "$(find "$work/linked" -name 'libnearfield.so')" || fault "NEARFIELD_LINK_OPENCL=ON links no loader"
NEARFIELD_OPENCL=/nowhere "$work/linked/bin/nearfield" devices >"$work/log" || fault "NEARFIELD_LINK_OPENCL=ON opens a loader"
NEARFIELD_OPENCL=/nowhere "$work/linked/bin/nearfield" bench sort --sizes 10 --repeat 1 >"$work/log" 2>&1 ||
    fault "the benchmark does not run with NEARFIELD_LINK_OPENCL=ON"
mkdir "$work/program" # that of the front page, which does not look for OpenCL itself
# shellcheck disable=SC2016 # the marks of a page
sed -n '/^```c$/,/^```$/p' "$source/README.md" | grep -v '^```' >"$work/program/app.c"
printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(app LANGUAGES C)' 'find_package(nearfield REQUIRED)' 'add_executable(app app.c)' \
    'target_link_libraries(app PRIVATE nearfield::nearfield_static)' >"$work/program/CMakeLists.txt"
CC=$cc quietly "$cmake" -S "$work/program" -B "$work/program/out" -D CMAKE_PREFIX_PATH="$work/linked"
quietly "$cmake" --build "$work/program/out"
NEARFIELD_OPENCL=/nowhere "$work/program/out/app" || fault "a program does not run with NEARFIELD_LINK_OPENCL=ON"

# ---- a system without Check ----
plain() { env PKG_CONFIG_LIBDIR="$work/none" "$cmake" -S "$source" -B "$work/plain" "$@" >"$work/log" 2>&1; }
if plain; then
    grep -q 'The tests are not built: pkg-config does not find Check' "$work/log" || fault "no line says that the tests are not built"
else
    cat "$work/log"
    fault "the project cannot be configured without Check"
fi
if plain -D NEARFIELD_BUILD_TESTS=ON; then fault "tests that are asked for are left out without Check"; fi
grep -q 'pkg-config does not find Check' "$work/log" || fault "no sentence says what the tests need"
exit $failed

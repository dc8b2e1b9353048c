# Writes the kernels below ROOT as byte arrays, and the sorted table nf_embedded_files of them.
#
#   cmake -D ROOT=cl -D OUT=embedded.c -P embed.cmake
file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/*.cl")
list(SORT files)

set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS files)
  file(READ "${ROOT}/${file}" bytes HEX)
  string(LENGTH "${bytes}" size)
  math(EXPR size "${size} / 2")
  string(REPEAT "[0-9a-f]" 32 sixteen)
  string(REGEX REPLACE "(${sixteen})" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "/* ${file} */\nstatic const unsigned char file_${number}[] = {\n${bytes}0x00};\n")
  string(APPEND rows "    {\"${file}\", file_${number}, ${size}},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE "${OUT}.new" "/* Made by tools/cmake/embed.cmake from cl/. */
#include \"opencl/program.h\"

${arrays}
const nf_embedded nf_embedded_files[] = {
${rows}    {\"\", (const unsigned char *)\"\", 0}, /* so that the table is never empty */
};
const size_t nf_embedded_count = ${number};
")
file(RENAME "${OUT}.new" "${OUT}")

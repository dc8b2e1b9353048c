# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Generates byte arrays of the files below ROOT that match PATTERN, and a sorted table of them: TABLE[] with rows of TYPE, and
# COUNT, as declared in HEADER.
#
#   cmake -D ROOT=cl -D PATTERN=*.cl -D HEADER=opencl/program/program.h -D TYPE=nf_embedded -D TABLE=nf_embedded_files
#         -D COUNT=nf_embedded_count -D OUT=embedded.c -P embed.cmake
file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${PATTERN}")
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

file(WRITE "${OUT}.new" "/* Made by tools/cmake/embed.cmake. */
#include \"${HEADER}\"

${arrays}
const ${TYPE} ${TABLE}[] = {
${rows}    {\"\", (const unsigned char *)\"\", 0}, /* so that the table is never empty */
};
const size_t ${COUNT} = ${number};
")
file(RENAME "${OUT}.new" "${OUT}")

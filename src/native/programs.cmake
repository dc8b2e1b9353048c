# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The programs of programs.txt as objects, and the table of them (native.h): sets native_sources and native_objects.
set(NEARFIELD_NATIVE AUTO CACHE STRING "Compile kernels for the host, by clang: ON, OFF, or AUTO: if it is found")
set_property(CACHE NEARFIELD_NATIVE PROPERTY STRINGS AUTO ON OFF)

# ---- the compiler ----
# It must read OpenCL C and make code for the processor that the C compiler makes code for: the words of the kernels have 64 bits.
set(native_command "")
set(native_compiler "")
# NEARFIELD_CLANG names it, with options such as --target= where CMake compiles for another system.
if(NEARFIELD_NATIVE AND NOT WIN32 AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND (NEARFIELD_CLANG OR NOT CMAKE_CROSSCOMPILING))
  if(NEARFIELD_CLANG)
    set(native_found ${NEARFIELD_CLANG})
  elseif(CMAKE_C_COMPILER_ID STREQUAL "Clang")
    set(native_found "${CMAKE_C_COMPILER}")
  else()
    find_program(NEARFIELD_CLANG NAMES clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang)
    set(native_found "${NEARFIELD_CLANG}")
  endif()
  # The processor that the flags of C name, or else the x86-64 of most years since 2013, for which nf_native_runs looks.
  string(REGEX MATCHALL "-m(arch|cpu)=[^ ]+" native_processor "${CMAKE_C_FLAGS}")
  if(NOT native_processor AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
    set(native_processor -march=x86-64-v3)
    set_source_files_properties(native/run.c PROPERTIES COMPILE_DEFINITIONS NF_NATIVE_NEEDS_V3)
  endif()
  set(native_options ${native_processor} -cl-std=CL1.2 -cl-no-stdinc -O3 -ffp-contract=off -fno-math-errno -fPIC -fvisibility=hidden -Wno-psabi
                     "-I${CMAKE_CURRENT_SOURCE_DIR}/native" "-I${PROJECT_SOURCE_DIR}/cl")
  if(NEARFIELD_WERROR)
    list(APPEND native_options -Werror)
  endif()
  if(native_found)
    execute_process(COMMAND ${native_found} -x cl ${native_options} -fsyntax-only "${CMAKE_CURRENT_SOURCE_DIR}/native/opencl.h"
                    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    execute_process(COMMAND ${native_found} --version OUTPUT_VARIABLE version ERROR_QUIET)
    if(NOT failed AND version MATCHES "version ([0-9.]+)")
      set(native_compiler "clang ${CMAKE_MATCH_1}")
      set(native_command ${native_found} -x cl ${native_options})
      if(CMAKE_C_COMPILER_LAUNCHER MATCHES "ccache$") # which takes no -x cl, but caches what it does not look at
        set(native_command ${CMAKE_C_COMPILER_LAUNCHER} ${native_found} --ccache-skip -x --ccache-skip cl ${native_options})
      endif()
    endif()
  endif()
endif()
if(NEARFIELD_NATIVE STREQUAL "ON" AND NOT native_command)
  message(FATAL_ERROR "NEARFIELD_NATIVE is ON, but no clang was found that compiles OpenCL C for this system: set NEARFIELD_CLANG")
elseif(native_command)
  message(STATUS "Kernels for the host are compiled by ${native_compiler}")
else()
  message(STATUS "The host answers in plain C: NEARFIELD_NATIVE is OFF, or there is no clang that compiles OpenCL C for it")
endif()

# ---- the list ----
# Each {a|b} of a line stands for all of its words: `to` receives the lines without any.
function(nearfield_expand line to)
  set(open "${line}")
  set(done "")
  while(open)
    list(POP_FRONT open now)
    if(now MATCHES "^([^{]*){([^}]*)}(.*)$")
      set(before "${CMAKE_MATCH_1}")
      set(behind "${CMAKE_MATCH_3}")
      set(rest "${CMAKE_MATCH_2}|")
      while(rest MATCHES "^([^|]*)[|](.*)$")
        set(rest "${CMAKE_MATCH_2}")
        list(APPEND open "${before}${CMAKE_MATCH_1}${behind}")
      endwhile()
    else()
      list(APPEND done "${now}")
    endif()
  endwhile()
  set(${to} "${done}" PARENT_SCOPE)
endfunction()

set(native_programs "")
if(native_command)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/native/programs.txt")
  file(STRINGS native/programs.txt lines REGEX "^[^#]")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([A-Z0-9_]+) = (.*)$") # a name for words of further lines
      set(native_name_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
      list(APPEND native_names ${CMAKE_MATCH_1})
      continue()
    endif()
    while(line MATCHES "[$]([A-Z0-9_]+)")
      string(REPLACE "$${CMAKE_MATCH_1}" "${native_name_${CMAKE_MATCH_1}}" line "${line}")
    endwhile()
    nearfield_expand("${line}" expanded)
    list(APPEND native_programs ${expanded})
  endforeach()
endif()

# ---- a source and an object for each, and the table ----
set(native_objects "")
set(native_declared "")
set(native_rows "")
set(number 0)
set(native_folder "${CMAKE_CURRENT_BINARY_DIR}/native")
file(MAKE_DIRECTORY "${native_folder}")
foreach(words IN LISTS native_programs)
  string(REGEX MATCH "^[^ ]+" source "${words}")
  string(REGEX MATCHALL "-include [^ ]+" parts "${words}")
  string(REGEX MATCHALL "-behind [^ ]+" behind "${words}")
  string(REGEX MATCHALL "-D [^ ]+" defines "${words}")
  set(text "")
  foreach(define IN LISTS defines)
    string(REGEX REPLACE "-D ([^=]+)=(.*)" "#define \\1 \\2\n" define "${define}")
    string(APPEND text "${define}")
  endforeach()
  string(APPEND text "#include \"opencl.h\"\n")
  foreach(file IN LISTS parts source behind)
    string(REGEX REPLACE "^-[a-z]+ " "" file "${file}")
    string(APPEND text "#include \"${file}\"\n")
  endforeach()
  string(MD5 hash "${words}") # so that a further line of the list changes no other program
  string(SUBSTRING "${hash}" 0 12 hash)
  string(REGEX REPLACE ".*/|[.]cl$" "" name "${source}")
  set(name "nf_native_${name}_${hash}")
  set(base "${native_folder}/${name}")
  file(CONFIGURE OUTPUT "${base}.c" CONTENT "${text}" @ONLY)
  add_custom_command(
    OUTPUT "${base}.o"
    COMMAND "${CMAKE_COMMAND}" -D "COMMAND=${native_command}" -D "SOURCE=${base}.c" -D "NAME=${name}" -D "OUT=${base}.o"
            -D "DEPENDS=${base}.d" -P "${CMAKE_CURRENT_SOURCE_DIR}/native/program.cmake"
    DEPENDS "${base}.c" "${CMAKE_CURRENT_SOURCE_DIR}/native/program.cmake"
    DEPFILE "${base}.d" COMMENT "" VERBATIM)
  list(APPEND native_objects "${base}.o")
  string(APPEND native_declared "extern const char ${name}_kernels[];\nvoid ${name}(unsigned kernel, void *const *arguments);\n")
  string(APPEND native_rows "    {\"${words}\", ${name}_kernels, ${name}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(CONFIGURE OUTPUT "${native_folder}/natives.c" @ONLY CONTENT
  "#include \"native/native.h\"\n${native_declared}const nf_native nf_natives[] = {\n${native_rows}    {0}};
const size_t nf_native_count = ${number};\nconst char nf_native_compiler[] = \"${native_compiler}\";\n")
set(native_sources "${native_folder}/natives.c")
set(NEARFIELD_HAS_NATIVE ${number} PARENT_SCOPE) # for the command

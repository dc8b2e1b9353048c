# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Standard, warnings and definitions for all C of the project.  With nearfield_compile(target C11), as for the library, a
# target is plain C11; its one file for POSIX systems requests POSIX itself.
set(nearfield_warnings
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wdouble-promotion -Wcast-qual -Wundef -Wformat=2)

# No binary has a path of the folder that it was built in: __FILE__ and debugging information are relative to it.
include(CheckCCompilerFlag)
set(nearfield_relative "")
foreach(folder IN ITEMS "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}") # the last one that fits is used
  check_c_compiler_flag("-ffile-prefix-map=/a=." NEARFIELD_MAPS_PREFIXES)
  if(NEARFIELD_MAPS_PREFIXES)
    list(APPEND nearfield_relative "-ffile-prefix-map=${folder}=.")
  endif()
endforeach()

# Archives have no dates and owners; GNU's ar may have been configured to store them.
if(NOT APPLE AND NOT MSVC)
  set(CMAKE_C_ARCHIVE_CREATE "<CMAKE_AR> qcD <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_C_ARCHIVE_APPEND "<CMAKE_AR> qD <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_C_ARCHIVE_FINISH "<CMAKE_RANLIB> -D <TARGET>")
endif()

function(nearfield_compile target)
  if("C11" IN_LIST ARGN)
    set(posix "")
  else()
    set(posix _POSIX_C_SOURCE=200809L)
  endif()
  set_target_properties(${target} PROPERTIES
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden)
  target_compile_definitions(${target} PRIVATE
    ${posix} CL_TARGET_OPENCL_VERSION=120 $<$<CONFIG:Debug>:NF_DEBUG=1>)
  if(CMAKE_C_COMPILER_ID STREQUAL "IntelLLVM")
    target_compile_options(${target} PRIVATE -fp-model=precise -ffp-contract=off)
  elseif(MSVC)
    target_compile_options(${target} PRIVATE /fp:precise /utf-8)
    target_compile_definitions(${target} PRIVATE _CRT_SECURE_NO_WARNINGS)
  elseif(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    if(MINGW)
      target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1) # printf as in C11
    endif()
    # No contraction, so that the host reference computes the same bits as the kernels.
    target_compile_options(${target} PRIVATE
      -ffp-contract=off -fno-math-errno ${nearfield_relative} ${nearfield_warnings} $<$<BOOL:${NEARFIELD_WERROR}>:-Werror>)
  endif()
endfunction()

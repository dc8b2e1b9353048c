# How all C of the project is compiled: standard, warnings, definitions.  The library is C11 alone, and its one file for POSIX
# systems asks for POSIX itself: nearfield_compile(target C11).
set(nearfield_warnings
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wdouble-promotion -Wcast-qual -Wundef -Wformat=2)

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
      target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1) # printf as C11 has it
    endif()
    # No contraction: the host reference gives the same bits as the kernels.
    target_compile_options(${target} PRIVATE
      -ffp-contract=off ${nearfield_warnings} $<$<BOOL:${NEARFIELD_WERROR}>:-Werror>)
  endif()
endfunction()

# How all C of the project is compiled: standard, warnings, definitions.
set(nearfield_warnings
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wdouble-promotion -Wcast-qual -Wundef -Wformat=2)

function(nearfield_compile target)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden)
  target_compile_definitions(${target} PRIVATE
    _POSIX_C_SOURCE=200809L CL_TARGET_OPENCL_VERSION=120 $<$<CONFIG:Debug>:NF_DEBUG=1>)
  if(CMAKE_C_COMPILER_ID STREQUAL "IntelLLVM")
    target_compile_options(${target} PRIVATE -fp-model=precise -ffp-contract=off)
  elseif(MSVC)
    target_compile_options(${target} PRIVATE /fp:precise)
  elseif(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    # No contraction: the host reference gives the same bits as the kernels.
    target_compile_options(${target} PRIVATE
      -ffp-contract=off ${nearfield_warnings} $<$<BOOL:${NEARFIELD_WERROR}>:-Werror>)
  endif()
endfunction()

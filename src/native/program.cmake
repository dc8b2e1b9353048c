# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Compiles a program of OpenCL C as code of the host.  The variables:
#   COMMAND  the compiler with its options, a list      SOURCE  a file that includes opencl.h and the text of the program
#   NAME     of the function to call: NAME(kernel, arguments) runs one group of a kernel, and NAME_kernels lists them (native.h)
#   OUT      the object                                 DEPENDS  the file that receives what it depends on
execute_process(COMMAND ${COMMAND} -E -P -DNF_LISTED "${SOURCE}" OUTPUT_VARIABLE text RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${SOURCE} is not read")
endif()
# Heads end with the brace of the body; a parameter has no parentheses.
string(REGEX MATCHALL "NF_KERNEL[^{;]*{" heads "${text}")
set(cases "")
set(kernels "")
set(number 0)
foreach(head IN LISTS heads)
  string(REGEX REPLACE ".*[ \n*]([A-Za-z0-9_]+)\\(([^()]*)\\)[ \n]*{$" "\\1;\\2" head "${head}")
  list(POP_FRONT head kernel)
  string(REPLACE "," ";" parameters "${head}")
  set(letters "")
  set(arguments "")
  set(at 0)
  foreach(parameter IN LISTS parameters)
    string(STRIP "${parameter}" parameter)
    string(REGEX REPLACE "[A-Za-z0-9_]+$" "" type "${parameter}")
    string(REPLACE "restrict" "" type "${type}")
    if(type MATCHES "[*]")
      string(APPEND letters p)
      list(APPEND arguments "(${type})*(void *const *)arguments[${at}]")
    elseif(type)
      string(APPEND letters v)
      list(APPEND arguments "*(const ${type} *)arguments[${at}]")
    endif()
    math(EXPR at "${at} + 1")
  endforeach()
  string(REPLACE ";" ", " arguments "${arguments}")
  string(APPEND cases "    case ${number}: ${kernel}(${arguments}); break;\n")
  string(APPEND kernels "\"${kernel} ${letters}\\n\"")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUT}.c" "#include \"${SOURCE}\"
__constant const char ${NAME}_kernels[] = ${kernels};
void ${NAME}(uint kernel_, void *const *arguments) {
    switch (kernel_) {
${cases}    }
}
")
execute_process(COMMAND ${COMMAND} -MD -MF "${DEPENDS}" -MT "${OUT}" -c "${OUT}.c" -o "${OUT}" RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${SOURCE} is not compiled")
endif()

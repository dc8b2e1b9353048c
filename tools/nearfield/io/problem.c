#include "problem.h"

#include <stdarg.h>
#include <stdio.h>

int nf_problem_set(nf_problem *problem, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    problem->code = code;
    return code;
}

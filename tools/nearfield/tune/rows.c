#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void tune_draw(double part, const char *family, size_t number, size_t count, int tried) {
    enum { WIDTH = 30 };
    static const char full[] = "##############################", empty[] = "..............................";
    part = fmin(fmax(part, 0), 1);
    const int marks = (int)(part * WIDTH);
    fprintf(stderr, "\r[%.*s%.*s] %3.0f%%  %zu of %zu: %s, %d measured\033[K", marks, full, WIDTH - marks,
            empty, part * 100, number, count, family, tried);
    fflush(stderr);
}

void tune_wipe(void) { fputs("\r\033[K", stderr); }

static const char *verdict(const nf_search_result *r) {
    if (r->rejected) return "  (the defaults: what was faster was slower at another size)";
    if (!r->improved) return r->complete ? "  (the defaults)" : "  (nothing faster so far)";
    return r->validated ? "" : "  (not tried at another size: too little memory)";
}

void tune_print(const char *family, const nf_search_result *r, int bar) {
    if (bar) tune_wipe();
    printf("  %-12s %10.4f ms -> %10.4f ms  (+- %.4f ms, %d tried%s)", family, r->standard.ns * 1e-6,
           r->best.ns * 1e-6, fmax(r->standard.spread, r->best.spread) * 1e-6, r->tried + 1,
           r->complete ? "" : ", not all");
    for (uint32_t k = 0; k < r->value_count; k++)
        printf(" %s=%d", strchr(r->values[k].name, '.') + 1, r->values[k].value);
    printf("%s\n", verdict(r));
    fflush(stdout);
}

void tune_print_none(const char *family, const char *why, int bar) {
    if (bar) tune_wipe();
    printf("  %-12s %s\n", family, why);
    fflush(stdout);
}

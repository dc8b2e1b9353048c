#include "format.h"

#include <math.h>

const char *bench_short(double value, char text[BENCH_WORD]) {
    if (!(value > 0)) {
        snprintf(text, BENCH_WORD, "-");
        return text;
    }
    const int before = (int)floor(log10(value * 1.0005)); /* of the rounded value */
    int decimals = 2 - before;
    if (decimals < 0) decimals = 0;
    if (decimals > 6) decimals = 6;
    snprintf(text, BENCH_WORD, "%.*f", decimals, value);
    return text;
}

const char *bench_row_title(const bench_case *what, nf_type precision, char text[BENCH_WORD]) {
    snprintf(text, BENCH_WORD, "%s%s%s", what->name, precision ? ", " : "", bench_precision_word(precision));
    return text;
}

const char *bench_change_words(const bench_change *change, char text[BENCH_WORD]) {
    static const char *const words[] = {[BENCH_NOT_COMPARED] = "",
                                        [BENCH_SAME] = "same",
                                        [BENCH_FASTER] = "faster",
                                        [BENCH_SLOWER] = "SLOWER"};
    if (change->mark == BENCH_NOT_COMPARED) text[0] = 0;
    else snprintf(text, BENCH_WORD, "%s %.2f", words[change->mark], change->ratio);
    return text;
}

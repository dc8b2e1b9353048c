#include "json.h"

#include <stdlib.h>

void json_string(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') fprintf(to, "\\%c", *c);
        else if (*c < 0x20) fprintf(to, "\\u%04x", *c);
        else fputc(*c, to);
    }
    fputc('"', to);
}

void json_number(FILE *to, double value) {
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        const double back = strtod(text, NULL);
        if (!(back < value) && !(back > value)) break;
    }
    fputs(text, to);
}

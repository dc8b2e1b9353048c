#include "tune/tunable.h"

#include <stdlib.h>
#include <string.h>

/* The value behind "family.NAME=" in the words of `tuning`, or 0. */
static int override(const char *tuning, const char *family, const char *name) {
    const size_t family_length = strlen(family), name_length = strlen(name);
    for (const char *word = tuning; *word; word += strcspn(word, " ,")) {
        word += strspn(word, " ,");
        if (strncmp(word, family, family_length) == 0 && word[family_length] == '.' &&
            strncmp(word + family_length + 1, name, name_length) == 0 &&
            word[family_length + 1 + name_length] == '=') {
            const long value = strtol(word + family_length + name_length + 2, NULL, 10);
            if (value > 0 && value <= 1 << 24) return (int)value;
        }
    }
    return 0;
}

int nf_tuned(const nf_context *context, const nf_family *family, size_t row) {
    const nf_tunable *tunable = &family->rows[row];
    const int value = override(context->tuning, family->name, tunable->name);
    if (value) return value;
    return nf_context_is_cpu(context) ? tunable->cpu : tunable->gpu;
}

int nf_fits_group(const nf_device_info *device, int value) {
    return value > 0 && (uint64_t)value <= device->max_work_group;
}

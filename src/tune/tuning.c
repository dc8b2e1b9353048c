/* What is known of a device, for users to see: tunables and capabilities as they stand. */
#include "tune/capability.h"
#include "tune/tunable.h"

#include <string.h>

static nf_tunable_info describe(const nf_context *context, const nf_family *family, size_t row) {
    const nf_tunable *t = &family->rows[row];
    nf_tunable_info info = {.family = family->name, .name = t->name};
    info.value = nf_tuned_from(context, family, row, &info.source);
    info.default_value = nf_default(context, family, row);
    for (int k = 0; k < NF_TUNABLE_VALUES && t->values[k]; k++)
        if (nf_tunable_holds(context, t, t->values[k])) info.values[info.value_count++] = t->values[k];
    return info;
}

int nf_tuning_takes(const nf_context *context, const char *word) {
    for (const nf_family *const *f = context->families; *f; f++)
        for (size_t row = 0; row < (*f)->count; row++)
            if (nf_tuning_value(word, (*f)->name, (*f)->rows[row].name)) return 1;
    return 0;
}

nf_status nf_tunables(const nf_context *context, nf_tunable_info *infos, size_t capacity, size_t *count) {
    if (!context || !count || (capacity && !infos)) return NF_ERROR_ARGUMENT;
    *count = 0;
    for (const nf_family *const *f = context->families; *f; f++)
        for (size_t row = 0; row < (*f)->count; row++, (*count)++)
            if (*count < capacity) infos[*count] = describe(context, *f, row);
    return NF_OK;
}

nf_status nf_context_tune(nf_context *context, const char *words) {
    if (!context) return NF_ERROR_ARGUMENT;
    char *copy = NULL;
    const size_t bytes = words ? strlen(words) + 1 : 1;
    const nf_status status =
        nf_allocate(&context->allocator, bytes, 1, "tuning words", (void **)&copy, &context->error);
    if (status != NF_OK) return status;
    if (words) memcpy(copy, words, bytes);
    nf_release(&context->allocator, context->tuning);
    context->tuning = copy;
    return NF_OK;
}

nf_status nf_capabilities(const nf_context *context, nf_capability_info *infos, size_t capacity,
                          size_t *count) {
    static const char *const meanings[] = {
#define X(name, word, on_cpus, meaning) meaning,
        NF_CAPABILITY_TABLE(X)
#undef X
    };
    if (!context || !count || (capacity && !infos)) return NF_ERROR_ARGUMENT;
    *count = NF_CAPABILITIES;
    for (size_t k = 0; k < *count && k < capacity; k++) {
        const nf_capability capability = (nf_capability)k;
        infos[k] =
            (nf_capability_info){nf_capability_word(capability), meanings[k], nf_can(context, capability),
                                 nf_capability_source(context, capability)};
    }
    return NF_OK;
}

nf_status nf_tune(nf_context *context, const char *family, const nf_tune_plan *plan, nf_tune_result *result) {
    enum { ROWS_MOST = 16 };
    int standard[ROWS_MOST];
    if (!context) return NF_ERROR_ARGUMENT;
    if (!family || !plan || !result || !plan->measure || !plan->may_go_on)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "family, plan, result or a function of the plan is NULL");
    for (const nf_family *const *f = context->families; *f; f++) {
        if (strcmp((*f)->name, family) != 0) continue;
        for (size_t row = 0; row < (*f)->count && row < ROWS_MOST; row++)
            standard[row] = nf_default(context, *f, row);
        return nf_tune_rows(*f, context, standard, plan, result, &context->error);
    }
    return nf_fail(&context->error, NF_ERROR_ARGUMENT, "there is no family of tunables called %s", family);
}

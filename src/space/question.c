#include "space/question.h"

#include "core/check.h"

nf_status nf_question_pairs(nf_question *question, const nf_space *space, uint64_t n, nf_type type,
                            double cutoff, const nf_pairs_options *options, nf_sentence *error) {
    static const nf_pairs_options defaults = {0};
    const nf_pairs_options *o = options ? options : &defaults;
    nf_status status = NF_OK;
    NF_TRY(nf_check_pairs_options(o, error));
    NF_TRY(nf_check_cutoff(cutoff, type, error));
    NF_TRY(nf_space_check(space, n, cutoff, error));
    if (o->method == NF_PAIRS_POTENTIAL && space->kind != NF_SPACE_OPEN)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "NF_PAIRS_POTENTIAL works in open space only: use NF_PAIRS_SEARCH in a periodic box");
    if (o->method == NF_PAIRS_POTENTIAL && (o->queries || o->conditions))
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "NF_PAIRS_POTENTIAL knows neither query points nor conditions: use NF_PAIRS_SEARCH");
    *question = (nf_question){.cells = nf_cells_for(cutoff, type, o->cells_per_cutoff),
                              .rule = nf_rule_for(cutoff, type),
                              .method = o->method,
                              .sorted = o->sorted};
done:
    return status;
}

nf_status nf_question_lists(nf_question *question, const nf_space *space, uint64_t n, nf_type type,
                            double cutoff, const nf_lists_options *options, nf_sentence *error) {
    static const nf_lists_options defaults = {0};
    const nf_lists_options *o = options ? options : &defaults;
    nf_status status = NF_OK;
    NF_TRY(nf_check_arrays(o->arrays,
                           NF_WANT(NF_ARRAY_OFFSETS) | NF_WANT(NF_ARRAY_INDICES) | NF_CHECK_MEASURES,
                           "the offsets, indices, distances, vectors and shifts", error));
    if (o->half && o->queries)
        return nf_fail(
            error, NF_ERROR_ARGUMENT,
            "half lists have each pair of points of one cloud once: query points have full lists only");
    NF_TRY(nf_check_cutoff(cutoff, type, error));
    NF_TRY(nf_space_check(space, n, cutoff, error));
    *question = (nf_question){.cells = nf_cells_for(cutoff, type, 0),
                              .rule = nf_rule_for(cutoff, type),
                              .sorted = o->sorted,
                              .half = o->half};
done:
    return status;
}

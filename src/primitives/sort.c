/* Sort: digit by digit, between the caller's buffers and scratch. */
#include "primitives/run.h"
#include "primitives/sort_cpu.h"
#include "primitives/tile.h"

static const nf_tunable sort_tunables[] = {
    /* name gpu cpu values tried, holds when */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
    {"ITEMS", 16, 32768, {1, 2, 4, 8, 16, 32, 4096, 8192, 16384, 32768}, NULL},
    {"DIGIT_BITS", 5, 8, {4, 5, 6, 7, 8}, NULL},
};
const nf_family nf_sort_family = NF_FAMILY("sort", sort_tunables);
enum { DIGIT_BITS_ROW = 2, DIGIT_BITS_MOST = 8 };

/* How a sort goes: the bits in as few digits as DIGIT_BITS allows, their widths equal but for one bit. */
typedef struct sort_plan {
    nf_tile tile;
    int first, bits, passes, widest;
    uint64_t key, value, entry; /* bytes of a key, a value (0: none), an entry of the table */
    uint64_t tiles, table;      /* the table's entries, for the widest digit */
} sort_plan;

static sort_plan sort_plan_of(const nf_context *context, const nf_sort_options *options, uint64_t n) {
    sort_plan plan = {.key = nf_type_bytes(options->key), .value = nf_type_bytes(options->value)};
    int most = nf_tuned(context, &nf_sort_family, DIGIT_BITS_ROW);
    if (most > DIGIT_BITS_MOST) most = DIGIT_BITS_MOST;
    const int all = options->first_bit == 0 && options->last_bit == 0;
    plan.first = options->first_bit;
    plan.bits = all ? (int)plan.key * 8 : options->last_bit - options->first_bit;
    plan.passes = (plan.bits + most - 1) / most;
    plan.widest = (plan.bits + plan.passes - 1) / plan.passes;
    plan.entry = n <= UINT32_MAX ? 4 : 8;
    const uint64_t digits = UINT64_C(1) << plan.widest, wider = plan.key > plan.value ? plan.key : plan.value;
    /* Tile; counters with the free places between them, sums; where digits start. */
    const nf_tile_need need = {wider, digits * 2 + digits / 16 + 8, digits * plan.entry + 8};
    plan.tile = nf_tile_fit(context, &nf_sort_family, need);
    plan.tiles = nf_tile_count(plan.tile, n);
    plan.table = nf_multiply(plan.tiles, digits);
    return plan;
}

static int digit_width(const sort_plan *plan, int pass) {
    return plan->bits / plan->passes + (pass < plan->bits % plan->passes);
}

static const char *word_of(uint64_t bytes) { return bytes == 8 ? "ulong" : "uint"; }

static nf_spec sort_spec(const sort_plan *plan) {
    nf_spec spec = nf_spec_of("primitives/sort.cl");
    nf_tile_define(&spec, plan->tile);
    nf_define(&spec, "DIGIT_BITS", plan->widest);
    nf_define_word(&spec, "K", word_of(plan->key));
    nf_define_word(&spec, "V", word_of(plan->value));
    nf_define_word(&spec, "WIDER", word_of(plan->key > plan->value ? plan->key : plan->value));
    nf_define(&spec, "VALUES", plan->value != 0);
    nf_define_word(&spec, "C", word_of(plan->entry));
    return spec;
}

/* Where keys and values stand before and after a pass. */
typedef struct sort_places {
    nf_slice keys, values;
} sort_places;

static nf_status sort_pass(nf_work *work, nf_program *program, const sort_plan *plan, cl_mem table,
                           uint64_t n, sort_places from, sort_places to, int shift, int width) {
    nf_status status = NF_OK;
    const nf_shape shape = nf_tile_shape(plan->tile, n);
    const nf_type entry = plan->entry == 8 ? NF_UINT64 : NF_UINT32;
    const uint32_t mask = (UINT32_C(1) << width) - 1;
    NF_TRY(nf_launch(work, program, "sort_count", shape, nf_in(from.keys.buffer), nf_u64(from.keys.offset),
                     nf_u64(n), nf_out(table), nf_u64(plan->tiles), nf_u32((uint32_t)shift), nf_u32(mask)));
    NF_TRY(nf_scan_run(work, entry, NF_SUM, NF_EXCLUSIVE, nf_at(table, 0), nf_at(table, 0),
                       plan->tiles << width));
    NF_TRY(nf_launch(work, program, "sort_scatter", shape, nf_in(from.keys.buffer), nf_u64(from.keys.offset),
                     nf_in(from.values.buffer), nf_u64(from.values.offset), nf_out(to.keys.buffer),
                     nf_u64(to.keys.offset), nf_out(to.values.buffer), nf_u64(to.values.offset), nf_u64(n),
                     nf_in(table), nf_u64(plan->tiles), nf_u32((uint32_t)shift), nf_u32(mask)));
done:
    return status;
}

static nf_status copy_slice(nf_work *work, nf_slice from, nf_slice to, uint64_t size, uint64_t n) {
    return nf_copy(work, from.buffer, from.offset * size, to.buffer, to.offset * size, n * size);
}

/* Groups of one work-item, the default of CPUs, have kernels of their own. */
static int is_alone(const sort_plan *plan) { return plan->tile.group == 1; }

nf_status nf_sort_run(nf_work *work, const nf_sort_options *options, nf_slice keys, nf_slice values,
                      uint64_t n) {
    nf_status status = NF_OK;
    const sort_plan plan = sort_plan_of(work->context, options, n);
    const size_t mark = nf_scratch_mark(work);
    cl_mem table = NULL;
    nf_program *program = NULL;
    if (n < 2) return NF_OK;
    if (is_alone(&plan)) return nf_sort_cpu_run(work, options, keys, values, n);
    const nf_spec spec = sort_spec(&plan);
    /* Without values the kernels are handed the keys in their place and leave them alone. */
    sort_places from = {keys, plan.value ? values : keys}, to = {{NULL, 0}, {NULL, 0}};
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_scratch(work, nf_multiply(plan.table, plan.entry), &table));
    NF_TRY(nf_scratch(work, nf_multiply(n, plan.key), &to.keys.buffer));
    to.values = to.keys;
    if (plan.value) NF_TRY(nf_scratch(work, nf_multiply(n, plan.value), &to.values.buffer));
    for (int pass = 0, shift = plan.first; pass < plan.passes; shift += digit_width(&plan, pass), pass++) {
        NF_TRY(sort_pass(work, program, &plan, table, n, from, to, shift, digit_width(&plan, pass)));
        const sort_places next = to;
        to = from;
        from = next;
    }
    if (plan.passes % 2) { /* the result is in scratch */
        NF_TRY(copy_slice(work, from.keys, to.keys, plan.key, n));
        if (plan.value) NF_TRY(copy_slice(work, from.values, to.values, plan.value, n));
    }
done:
    nf_scratch_back(work, mark);
    return status;
}

uint64_t nf_sort_bytes(nf_context *context, const nf_sort_options *options, uint64_t n) {
    if (n < 2) return 0;
    const sort_plan plan = sort_plan_of(context, options, n);
    if (is_alone(&plan)) return nf_sort_cpu_bytes(context, options, n);
    uint64_t bytes =
        nf_arena_bytes(nf_multiply(plan.table, plan.entry)) + nf_arena_bytes(nf_multiply(n, plan.key));
    if (plan.value) bytes += nf_arena_bytes(nf_multiply(n, plan.value));
    return bytes + nf_scan_bytes(context, plan.entry == 8 ? NF_UINT64 : NF_UINT32, plan.table);
}

static nf_status check_options(nf_context *context, const nf_sort_options *options) {
    if (!options) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "options is NULL");
    if (options->key != NF_UINT32 && options->key != NF_UINT64)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "options->key is %d, neither NF_UINT32 nor NF_UINT64", (int)options->key);
    if (options->value != NF_UINT32 && options->value != NF_UINT64 && options->value != NF_TYPE_NONE)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "options->value is %d, none of NF_UINT32, NF_UINT64, NF_TYPE_NONE",
                       (int)options->value);
    const int bits = (int)nf_type_bytes(options->key) * 8, first = options->first_bit,
              last = options->last_bit;
    if ((first != 0 || last != 0) && (first < 0 || last <= first || last > bits))
        return nf_fail(
            &context->error, NF_ERROR_ARGUMENT,
            "options->first_bit is %d and last_bit %d: a range within the %d bits of a key is needed", first,
            last, bits);
    return NF_OK;
}

static nf_status check_sort(nf_context *context, const nf_sort_options *options, nf_slice keys,
                            nf_slice values, uint64_t n) {
    nf_status status = NF_OK;
    NF_TRY(check_options(context, options));
    const size_t key = nf_type_bytes(options->key), value = nf_type_bytes(options->value);
    NF_TRY(nf_check_slice(context, "keys", keys, n, key));
    if (value) {
        NF_TRY(nf_check_slice(context, "values", values, n, value));
        NF_TRY(nf_check_apart(context, "keys", keys, "values", values, nf_multiply(n, key), key,
                              nf_multiply(n, value), value));
    }
done:
    return status;
}

nf_status nf_sort(nf_context *context, const nf_sort_options *options, nf_slice keys, nf_slice values,
                  uint64_t n, const nf_sync *sync) {
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    work.stage = "sort";
    status = check_sort(context, options, keys, values, n);
    if (status == NF_OK) status = nf_sort_run(&work, options, keys, values, n);
    return nf_work_end(&work, status);
}

nf_status nf_sort_scratch(nf_context *context, const nf_sort_options *options, uint64_t n, uint64_t *bytes) {
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(check_options(context, options));
    *bytes = nf_sort_bytes(context, options, n);
done:
    return status;
}

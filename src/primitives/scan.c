/* Scan: reduce-then-scan, level by level. */
#include "primitives/run.h"
#include "primitives/tile.h"

static const nf_tunable scan_tunables[] = {
    /* name gpu cpu values tried, holds when */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
    {"ITEMS", 16, 16384, {1, 2, 4, 8, 16, 32, 4096, 8192, 16384, 32768}, NULL},
};
const nf_family nf_scan_family = NF_FAMILY("scan", scan_tunables);

/* What can be scanned.  A sum of int32 wraps, so it is one of uint32. */
typedef struct scan_row {
    nf_type type;
    nf_operation operation;
    const char *word, *identity, *line; /* the last: 64 bytes of them */
} scan_row;

static const scan_row scan_rows[] = {
    {NF_UINT32, NF_SUM, "uint", "0", "uint16"},  {NF_UINT32, NF_MAX, "uint", "0", "uint16"},
    {NF_UINT64, NF_SUM, "ulong", "0", "ulong8"}, {NF_UINT64, NF_MAX, "ulong", "0", "ulong8"},
    {NF_INT32, NF_SUM, "uint", "0", "uint16"},   {NF_INT32, NF_MAX, "int", "INT_MIN", "int16"},
};

static const scan_row *scan_row_of(nf_type type, nf_operation operation) {
    for (size_t i = 0; i < sizeof scan_rows / sizeof scan_rows[0]; i++)
        if (scan_rows[i].type == type && scan_rows[i].operation == operation) return &scan_rows[i];
    return NULL;
}

static nf_tile scan_tile(const nf_context *context, nf_type type) {
    const uint64_t size = nf_type_bytes(type);
    const nf_tile_need need = {size, 2 * size, 0};
    return nf_tile_fit(context, &nf_scan_family, need);
}

/* One level: the totals of tiles are scanned by the same, which ends as every level has fewer tiles. */
static nf_status scan_level(nf_work *work, nf_program *program, nf_tile tile, uint64_t size, nf_slice in,
                            nf_slice out, uint64_t n, uint32_t exclusive) {
    nf_status status = NF_OK;
    const uint64_t tiles = nf_tile_count(tile, n);
    const size_t mark = nf_scratch_mark(work);
    cl_mem totals = NULL;
    if (tiles > 1) {
        NF_TRY(nf_scratch(work, nf_multiply(tiles, size), &totals));
        NF_TRY(nf_launch(work, program, "scan_totals", nf_tile_shape(tile, n), nf_in(in.buffer),
                         nf_u64(in.offset), nf_u64(n), nf_out(totals)));
        NF_TRY(scan_level(work, program, tile, size, nf_at(totals, 0), nf_at(totals, 0), tiles, 1));
    }
    NF_TRY(nf_launch(work, program, "scan_tiles", nf_tile_shape(tile, n), nf_in(in.buffer), nf_u64(in.offset),
                     nf_out(out.buffer), nf_u64(out.offset), nf_u64(n), nf_in(totals ? totals : out.buffer),
                     nf_u32(totals != NULL), nf_u32(exclusive)));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_scan_run(nf_work *work, nf_type type, nf_operation operation, nf_scan_kind kind, nf_slice in,
                      nf_slice out, uint64_t n) {
    nf_status status = NF_OK;
    const scan_row *row = scan_row_of(type, operation);
    const nf_tile tile = scan_tile(work->context, type);
    nf_program *program = NULL;
    if (n == 0) goto done;
    /* Groups of one work-item, the default of CPUs, have kernels of their own, with the same arguments. */
    nf_spec spec = nf_spec_of(tile.group == 1 ? "primitives/scan_cpu.cl" : "primitives/scan.cl");
    nf_tile_define(&spec, tile);
    if (tile.group == 1) {
        nf_define_word(&spec, "LINE", row->line);
        nf_define(&spec, "LANES", (int64_t)(64 / nf_type_bytes(type)));
    }
    nf_define_word(&spec, "T", row->word);
    nf_define(&spec, "OPERATION", operation);
    nf_define_word(&spec, "IDENTITY", row->identity);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(scan_level(work, program, tile, nf_type_bytes(type), in, out, n, kind == NF_EXCLUSIVE));
done:
    return status;
}

uint64_t nf_scan_bytes(nf_context *context, nf_type type, uint64_t n) {
    const nf_tile tile = scan_tile(context, type);
    uint64_t bytes = 0;
    for (uint64_t tiles = nf_tile_count(tile, n); tiles > 1; tiles = nf_tile_count(tile, tiles))
        bytes += nf_arena_bytes(nf_multiply(tiles, nf_type_bytes(type)));
    return bytes;
}

static nf_status check_scan(nf_context *context, nf_type type, nf_operation operation, nf_scan_kind kind,
                            nf_slice in, nf_slice out, uint64_t n) {
    nf_status status = NF_OK;
    const size_t size = nf_type_bytes(type);
    if (!scan_row_of(type, operation))
        return nf_fail(
            &context->error, NF_ERROR_ARGUMENT,
            "type %d with operation %d: a scan knows NF_UINT32, NF_UINT64, NF_INT32 and NF_SUM, NF_MAX",
            (int)type, (int)operation);
    if (kind != NF_INCLUSIVE && kind != NF_EXCLUSIVE)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "kind is %d, neither NF_INCLUSIVE nor NF_EXCLUSIVE", (int)kind);
    NF_TRY(nf_check_slice(context, "in", in, n, size));
    NF_TRY(nf_check_slice(context, "out", out, n, size));
    if (in.buffer != out.buffer || in.offset != out.offset)
        NF_TRY(nf_check_apart(context, "in", in, "out", out, nf_multiply(n, size), size, nf_multiply(n, size),
                              size));
done:
    return status;
}

nf_status nf_scan(nf_context *context, nf_type type, nf_operation operation, nf_scan_kind kind, nf_slice in,
                  nf_slice out, uint64_t n, const nf_sync *sync) {
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    work.stage = "scan";
    status = check_scan(context, type, operation, kind, in, out, n);
    if (status == NF_OK) status = nf_scan_run(&work, type, operation, kind, in, out, n);
    return nf_work_end(&work, status);
}

nf_status nf_scan_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes) {
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    if (!scan_row_of(type, NF_SUM))
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "type %d: a scan knows NF_UINT32, NF_UINT64, NF_INT32", (int)type);
    *bytes = nf_scan_bytes(context, type, n);
    return NF_OK;
}

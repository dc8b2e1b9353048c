/* Probes of atomics. */
#include "tune/probe.h"

enum { GROUP = 64, GROUPS = 512, ITEMS = GROUP * GROUPS };

nf_status nf_probe_atomics32(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    (void)shared;
    enum { CELLS = 7 };
    nf_status status = NF_OK;
    const nf_spec spec = nf_spec_of(work->context, "tune/probe_atomics.cl");
    const uint32_t start[CELLS] = {0, 0, 0, UINT32_MAX, UINT32_MAX, 0, 0};
    uint32_t wanted[CELLS] = {ITEMS, 0, UINT32_MAX, 0, UINT32_MAX, 0, ITEMS}, got[CELLS];
    nf_program *program = NULL;
    cl_mem cells = NULL;
    size_t wrong = 0;
    for (uint32_t k = 0; k < ITEMS; k++) {
        const uint32_t value = k * 2654435761u;
        wanted[1] += k;
        if (value < wanted[4]) wanted[4] = value;
        if (value > wanted[5]) wanted[5] = value;
    }
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_probe_buffer(work, start, 0, sizeof start, &cells));
    NF_TRY(nf_launch(work, program, "probe_atomics32", nf_shape_for(ITEMS, GROUP, GROUP), nf_inout(cells)));
    NF_TRY(nf_read(work, cells, 0, got, sizeof got));
    for (int k = 0; k < CELLS; k++) wrong += got[k] != wanted[k];
    if (wrong)
        nf_find(finding, NF_PROBE_FAILS, "%zu of %d sums, extremes and sets of bits are wrong", wrong, CELLS);
    else
        nf_find(finding, NF_PROBE_HOLDS, "%d work-items on the same words, in global and local memory",
                ITEMS);
done:
    return status;
}

nf_status nf_probe_atomics64(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    enum { CELLS = 10, ROUNDS = 64 };
    nf_status status = NF_OK;
    const nf_spec spec =
        shared ? shared->spec : nf_probe_spec(work->context, NF_PART_WORDS, NF_LANES_LOCAL, 32, 1);
    const uint64_t all = ITEMS;
    uint64_t got[CELLS];
    uint32_t seen_torn = 0;
    nf_program *program = NULL;
    cl_mem cells = NULL, torn = NULL;
    if (!work->context->device.int64_atomics)
        return nf_find(finding, NF_PROBE_NOT_RUN, "the device does not report cl_khr_int64_base_atomics");
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_probe_buffer(work, NULL, 0, sizeof got, &cells));
    NF_TRY(nf_probe_buffer(work, NULL, 0, sizeof seen_torn, &torn));
    NF_TRY(nf_launch(work, program, "probe_atomics64", nf_shape_for(ITEMS, GROUP, GROUP), nf_inout(cells),
                     nf_inout(torn), nf_u32(ROUNDS)));
    NF_TRY(nf_read(work, cells, 0, got, sizeof got));
    NF_TRY(nf_read(work, torn, 0, &seen_torn, sizeof seen_torn));
    if (got[0] != (all << 32 | all) || got[1] != (all * (all - 1) / 2) << 20)
        return nf_find(finding, NF_PROBE_FAILS, "sums beyond 32 bits are wrong");
    if (seen_torn) return nf_find(finding, NF_PROBE_FAILS, "%u words were seen half written", seen_torn);
    nf_find(finding, NF_PROBE_HOLDS, "%d sums, and %d words that none saw half written", ITEMS,
            ITEMS * ROUNDS);
done:
    return status;
}

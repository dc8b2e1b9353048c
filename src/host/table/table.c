/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/table/table.h"

#include "core/slice.h"
#include "core/whole.h"
#include "space/points.h"

/* ---- what is served ------------------------------------------------------------------------------------------- */

static int is_few(const nf_host_cloud *cloud, uint64_t n, uint64_t targets) {
    return n && n <= cloud->few && targets && targets <= cloud->few;
}

/* The one rule, by what is asked: few points of a system, whose results are in the default order, by a rule that has a margin and no scale.  By size it is
   nf_host_table_most(). */
static int serves(const host_job *job) {
    const nf_params *params = &job->params;
    return is_few(job->cloud, job->system.n, job->query_count) && !params->sorted && !params->cell_order &&
           params->rule.margin && !params->rule.scaled && job->tile_points == HOST_TILE;
}

host_table_sizes nf_host_table_most(uint64_t n, uint64_t targets) {
    const uint64_t images = 8 * n + 4096, candidates = targets * images, most = UINT64_C(1) << 21;
    return (host_table_sizes){.n = n,
                              .targets = targets,
                              .grid_cells = 8 * n + 16384,
                              .cells = 8 * n + 16384,
                              .boxes = images,
                              .images = images,
                              .candidates = candidates < most ? candidates : most};
}

/* ---- memory --------------------------------------------------------------------------------------------------- */

/* Arrays that stand one after the other in a piece of memory, which is NULL while their bytes are added up. */
typedef struct pieces {
    char *memory;
    uint64_t bytes;
} pieces;

static void *next(pieces *p, uint64_t count, size_t size) {
    enum { ALIGN = 16 };
    void *at = p->memory ? p->memory + p->bytes : NULL;
    p->bytes += (count * size + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static void place_cell_list(pieces *p, uint64_t n, uint64_t cells, int wraps, host_cell_list *cell_list) {
    cell_list->cells = next(p, 4 * n, sizeof *cell_list->cells);
    cell_list->order = next(p, n, sizeof *cell_list->order);
    cell_list->bases = next(p, cells + 2, sizeof *cell_list->bases);
    for (int a = 0; a < 3; a++) cell_list->at[a] = next(p, n, sizeof *cell_list->at[a]);
    cell_list->wraps = wraps ? next(p, 3 * n, sizeof *cell_list->wraps) : NULL;
}

static host_table *place_table(pieces *p, const host_table_sizes *sizes, int apart, int wraps,
                               host_cell_list *cell_list, host_cell_list *query_cell_list) {
    host_table *table = next(p, 1, sizeof *table);
    place_cell_list(p, sizes->n, sizes->grid_cells, wraps, cell_list);
    *query_cell_list = *cell_list;
    if (apart) place_cell_list(p, sizes->targets, sizes->grid_cells, wraps, query_cell_list);
    return table;
}

static void place_images(pieces *p, const host_table_sizes *sizes, host_table *t) {
    const uint64_t images = sizes->images + HOST_TABLE_BEYOND;
    for (int a = 0; a < 3; a++) t->at[a] = next(p, images, sizeof *t->at[a]);
    t->boxes = next(p, sizes->boxes, sizeof *t->boxes);
    t->vectors = next(p, sizes->boxes, 3 * sizeof(double));
    t->box = next(p, images, sizeof *t->box);
    t->index = next(p, images, sizeof *t->index);
    t->starts = next(p, sizes->cells + 1, sizeof *t->starts);
    t->own = next(p, sizes->n, sizeof *t->own);
}

static void place_list(pieces *p, const host_table_sizes *sizes, host_table *t) {
    t->begins = next(p, sizes->targets + 1, sizeof *t->begins);
    t->list = next(p, sizes->candidates + 1, sizeof *t->list);
}

static nf_status take(const nf_host_cloud *cloud, pieces *p) {
    void *memory = NULL;
    const nf_status status = cloud->scratch(cloud->scratch_user, p->bytes, &memory);
    *p = (pieces){memory, 0};
    return status;
}

nf_status nf_host_table_take(const nf_host_cloud *cloud, const host_table_sizes *sizes, int wraps,
                             const host_table *plan, host_table **table) {
    host_cell_list cell_list, query_cell_list;
    pieces p = {NULL, 0};
    nf_status status = NF_OK;
    (void)place_table(&p, sizes, plan->apart, wraps, &cell_list, &query_cell_list);
    NF_TRY(take(cloud, &p));
    *table = place_table(&p, sizes, plan->apart, wraps, &cell_list, &query_cell_list);
    **table = *plan;
    (*table)->cell_list = cell_list;
    (*table)->query_cell_list = query_cell_list;
done:
    return status;
}

/* Takes memory for arrays of the table: they are placed once to be counted, and once in it. */
static nf_status take_placed(const nf_host_cloud *cloud, const host_table_sizes *sizes, host_table *table,
                             void (*place)(pieces *p, const host_table_sizes *sizes, host_table *table)) {
    pieces p = {NULL, 0};
    nf_status status = NF_OK;
    place(&p, sizes, table);
    NF_TRY(take(cloud, &p));
    place(&p, sizes, table);
done:
    return status;
}

nf_status nf_host_table_take_images(const nf_host_cloud *cloud, const host_table_sizes *sizes,
                                    host_table *table) {
    return take_placed(cloud, sizes, table, place_images);
}

nf_status nf_host_table_take_list(const nf_host_cloud *cloud, const host_table_sizes *sizes,
                                  host_table *table) {
    return take_placed(cloud, sizes, table, place_list);
}

/* ---- the questions -------------------------------------------------------------------------------------------- */

/* By the kind of space, the type and the dims. */
#define TABLES(space)                                                                                        \
    {                                                                                                        \
        {&nf_host_table_##space##_f32_1, &nf_host_table_##space##_f32_2, &nf_host_table_##space##_f32_3}, {  \
            &nf_host_table_##space##_f64_1, &nf_host_table_##space##_f64_2, &nf_host_table_##space##_f64_3   \
        }                                                                                                    \
    }
static const host_table_walk *const variants[NF_SPACE_KINDS][2][3] = {
    [NF_SPACE_OPEN] = TABLES(open), [NF_SPACE_BOX] = TABLES(box)};

/* The points [first, first + n) as packed rows that stay where they are until the end of the system. */
static nf_status take_rows(const nf_host_cloud *cloud, const nf_points *points, uint64_t first, uint64_t n,
                           const void **rows) {
    const uint64_t row = (uint64_t)points->dims * nf_type_bytes(points->type);
    pieces p = {NULL, 0};
    nf_status status = NF_OK;
    if (nf_points_are_packed(points)) {
        *rows = (const char *)nf_slice_memory(points->rows) + first * row;
        return NF_OK;
    }
    (void)next(&p, n, (size_t)row);
    NF_TRY(take(cloud, &p));
    nf_points_pack(points, first, n, p.memory);
    *rows = p.memory;
done:
    return status;
}

nf_status nf_host_table_find(host_job *job, int counts_only, host_table **out) {
    const nf_host_cloud *cloud = job->cloud;
    host_table *table = NULL;
    int served = 0;
    nf_status status = NF_OK;
    *out = NULL;
    if (!serves(job)) return NF_OK;
    job->n = job->system.n;
    nf_host_filters_scale(&job->filters, &job->params.rule, job->type);
    job->places = (nf_place){.cells_x = (uint32_t)job->params.cells.x, .cells_yz = job->params.cells.yz};
    NF_TRY(take_rows(cloud, job->all, job->system.first, job->n, &job->points));
    job->query_points = job->points;
    if (job->queries)
        NF_TRY(take_rows(cloud, job->queries, job->query_first, job->query_count, &job->query_points));
    NF_TRY(variants[job->space.kind][job->type == NF_FLOAT64][job->all->dims - 1]->find(job, counts_only,
                                                                                        &table, &served));
    if (served) *out = table;
done:
    return status;
}

uint64_t nf_host_table_total(const host_table *table) { return table->begins[table->targets]; }

void nf_host_table_offsets(host_table *table, uint64_t *offsets) {
    for (uint64_t o = 0; o < table->targets; o++)
        offsets[table->query_cell_list.order[o] + 1] = table->begins[o + 1] - table->begins[o];
    for (uint64_t k = 0; k < table->targets; k++) offsets[k + 1] += offsets[k];
    table->offsets = offsets;
}

static void write_answer(const void *found, uint64_t count, void *const *to) {
    const host_table *table = found;
    table->walk->write(table, count, to);
}

nf_status nf_host_table_answer(const host_job *job, const host_table *table, uint64_t before,
                               nf_host_answer *answer) {
    const size_t element = nf_type_bytes(job->type), dims = (size_t)job->all->dims;
    const struct {
        nf_array array;
        size_t bytes;
    } rows[] = {{NF_ARRAY_PAIRS, 2 * sizeof(int32_t)},
                {NF_ARRAY_INDICES, sizeof(int32_t)},
                {NF_ARRAY_DISTANCES, element},
                {NF_ARRAY_VECTORS, element * dims},
                {NF_ARRAY_SHIFTS, 3 * sizeof(int32_t)}};
    const uint64_t count = nf_host_table_total(table);
    void *to[NF_ARRAYS] = {NULL};
    nf_status status = NF_OK;
    if (!job->all->batch) {
        answer->found = table;
        answer->write = write_answer;
        return NF_OK;
    }
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const nf_array a = rows[r].array;
        if (!(answer->wanted & NF_WANT(a)) || table->counts_only) continue;
        NF_TRY(nf_host_grow(job, &answer->arrays[a], &answer->rooms[a], (size_t)(before + count) + 1,
                            rows[r].bytes, "the results"));
        to[a] = (char *)answer->arrays[a] + before * rows[r].bytes;
    }
    if (count && !table->counts_only) table->walk->write(table, count, to);
done:
    return status;
}

/* Of a batch one system after the other has its table, and the largest may have all points, or as many as a table is made for. */
nf_status nf_host_table_cost(const nf_host_cloud *cloud, uint64_t targets, int apart) {
    const nf_points *points = &cloud->points;
    const uint64_t n = points->batch ? nf_min(points->n, cloud->few) : points->n,
                   rows_most = points->batch ? nf_min(targets, cloud->few) : targets;
    const host_table_sizes most = nf_host_table_most(n, rows_most);
    host_table none;
    pieces cell_list = {NULL, 0}, images = {NULL, 0}, list = {NULL, 0}, rows = {NULL, 0};
    nf_status status = NF_OK;
    if (!is_few(cloud, n, rows_most)) return NF_OK;
    (void)place_table(&cell_list, &most, apart, 1, &none.cell_list, &none.query_cell_list);
    place_images(&images, &most, &none);
    place_list(&list, &most, &none);
    if (apart)
        (void)next(&rows, rows_most * (uint64_t)points->dims, nf_type_bytes(points->type)); /* take_rows() */
    NF_TRY(take(cloud, &cell_list));
    NF_TRY(take(cloud, &images));
    NF_TRY(take(cloud, &list));
    if (rows.bytes) NF_TRY(take(cloud, &rows));
done:
    return status;
}

/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads a dataset of points, and the files of a snapshot together. */
#include "coordinates.h"
#include "formats.h"
#include "hdf5_beside.h"
#include "source.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- warnings ------------------------------------------------------------------------------------------ */

/* A file that holds a part of a snapshot may have the header of the whole. */
static void warn_of_count(io_frame *frame, const io_hdf5_rows *p, const io_hdf5_header *header) {
    if (header->all == UINT64_MAX || header->all == p->rows.n) return;
    io_frame_warn(frame,
                  "the header announces %llu particles of type %d (NumPart_Total), and the file has %llu",
                  (unsigned long long)header->all, header->type, (unsigned long long)p->rows.n);
}

/* Points may be outside of the box; where they are far outside, their unit may be another. */
static void warn_of_extent(io_frame *frame) {
    enum { FAR = 2 };
    for (int a = 0; a < frame->dims; a++) {
        double least = HUGE_VAL, largest = -HUGE_VAL;
        const double side = frame->box.cell[a][a];
        for (uint64_t i = 0; side > 0 && i < frame->n; i++) {
            const uint64_t at = i * (uint64_t)frame->dims + (uint64_t)a;
            const double x = frame->type == NF_FLOAT64 ? ((const double *)frame->positions)[at]
                                                       : (double)((const float *)frame->positions)[at];
            least = fmin(least, x);
            largest = fmax(largest, x);
        }
        if (!(largest - least > FAR * side)) continue;
        io_frame_warn(
            frame,
            "the points reach from %g to %g along %c, but the BoxSize of /Header is %g: is it in another "
            "unit?",
            least, largest, "xyz"[a], side);
        return;
    }
}

/* ---- the files of a snapshot -------------------------------------------------------------------------- */

/* What is read of a file, or of the files of a snapshot. */
typedef struct snapshot {
    io_hdf5_rows points;
    io_hdf5_beside beside;
} snapshot;

/* Files without particles of a type have no dataset of them. */
static int read_part(snapshot *s, const io_hdf5 *h, const io_hdf5_header *header) {
    io_hdf5_rows *p = &s->points;
    if (!io_hdf5_has(h, p->path))
        return header->files > 1 && header->here == 0 ? 0 : io_hdf5_no_dataset(h, p->path);
    const int failed = io_hdf5_read_rows(p, h);
    return failed ? failed : io_hdf5_beside_add(&s->beside, p, h, header);
}

/* The name of a file of the snapshot whose first file is NAME.0.EXTENSION; 0 where it is named otherwise. */
static int name_part(const char *first, uint64_t k, char *name, size_t size) {
    const char *slash = strrchr(first, '/'), *dot = strrchr(first, '.');
    if (!dot || dot - first < 2 || (slash && dot < slash + 2) || strncmp(dot - 2, ".0", 2) != 0) return 0;
    return snprintf(name, size, "%.*s%llu%s", (int)(dot - first) - 1, first, (unsigned long long)k, dot) <
           (int)size;
}

static int no_part(const io_hdf5_rows *p, const char *first, uint64_t files, const char *name) {
    return io_problem_set(p->in->problem, NF_EXIT_INPUT,
                          "%.300s: %s; NumFilesPerSnapshot of %.300s asks for %llu files.", name,
                          strerror(errno), first, (unsigned long long)files);
}

static int read_other_parts(snapshot *s, const char *first, const io_hdf5_header *header, io_frame *frame) {
    const io_hdf5_rows *p = &s->points;
    char name[4096];
    int failed = 0;
    for (uint64_t k = 1; k < header->files && !failed; k++) {
        io_hdf5 part;
        io_hdf5_header own;
        if (!name_part(first, k, name, sizeof name)) break;
        if (!io_frame_add_other(frame, name))
            return io_problem_set(p->in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", first);
        if (access(name, R_OK) != 0) return no_part(p, first, header->files, name);
        if (io_hdf5_open(&part, name, p->in->problem) != 0) return p->in->problem->code;
        failed = io_hdf5_read_header(&part, p->path, &own);
        if (!failed && own.files != header->files)
            failed = io_hdf5_fail(&part, "is one of %llu files of a snapshot, the first of %llu.",
                                  (unsigned long long)own.files, (unsigned long long)header->files);
        if (!failed) failed = read_part(s, &part, &own);
        io_hdf5_close(&part);
    }
    return failed;
}

static int check_snapshot(const io_hdf5_rows *p, const io_hdf5 *h, const io_hdf5_header *header) {
    if (p->type == NF_TYPE_NONE) return io_hdf5_fail(h, "no file of the snapshot has %s.", p->path);
    if (header->all == UINT64_MAX || header->all == p->rows.n) return 0;
    return io_hdf5_fail(
        h, "the %llu files of the snapshot hold %llu particles of type %d, but its header announces %llu.",
        (unsigned long long)header->files, (unsigned long long)p->rows.n, header->type,
        (unsigned long long)header->all);
}

static int read_all(snapshot *s, const io_hdf5 *h, io_frame *frame) {
    io_hdf5_rows *p = &s->points;
    char name[4096];
    io_hdf5_header header;
    const char *first = io_input_path(p->in);
    const char *wish = p->in->options->array;
    if (wish &&
        snprintf(p->path, sizeof p->path, "%s%s", *wish == '/' ? "" : "/", wish) >= (int)sizeof p->path)
        return io_hdf5_fail(h, "the path of the dataset is too long.");
    if (!wish && io_hdf5_choose(h, p->in->options->integers, p->path, sizeof p->path, frame->warning,
                                sizeof frame->warning) != 0)
        return h->problem->code;
    if (io_hdf5_read_header(h, p->path, &header) != 0 || read_part(s, h, &header) != 0)
        return h->problem->code;
    for (int k = 0; k < 3; k++) {
        frame->box.cell[k][k] = header.box[k];
        frame->box.periodic[k] = header.box[k] > 0;
    }
    snprintf(frame->note, sizeof frame->note, "dataset %.60s%s%s", p->path, *p->note ? ", " : "", p->note);
    if (header.files <= 1) {
        warn_of_count(frame, p, &header);
        return 0;
    }
    if (!first || !name_part(first, 0, name, sizeof name)) {
        io_frame_warn(
            frame,
            "one of the %llu files of a snapshot, the others are not read (fof --b links as far as the "
            "spacing of "
            "these points alone says); to read all, name the first, NAME.0.hdf5",
            (unsigned long long)header.files);
        return p->type == NF_TYPE_NONE ? check_snapshot(p, h, &header) : 0;
    }
    const size_t used = strlen(frame->note);
    snprintf(frame->note + used, sizeof frame->note - used, " of %llu files",
             (unsigned long long)header.files);
    const int failed = read_other_parts(s, first, &header, frame);
    return failed ? failed : check_snapshot(p, h, &header);
}

int io_read_hdf5(io_input *in, io_frame *frame) {
    snapshot s = {.points = {.in = in, .value = io_value_name(in), .type = NF_TYPE_NONE}};
    io_hdf5 h;
    if (io_hdf5_beside_begin(&s.beside, in) != 0 || io_hdf5_open_input(&h, in) != 0) return in->problem->code;
    int failed = read_all(&s, &h, frame);
    io_hdf5_close(&h);
    failed = io_rows_finish(&s.points.rows, in, failed, s.points.columns.dims, s.points.type, frame);
    if (!failed) warn_of_extent(frame);
    return io_hdf5_beside_finish(&s.beside, in, failed, frame);
}

/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads a dataset of points, and the files of a snapshot together. */
#include "formats/reader/coordinates.h"
#include "formats/formats.h"
#include "formats/hdf5/hdf5_beside.h"
#include "formats/hdf5/hdf5_conventions.h"
#include "formats/source.h"
#include "text/append.h"

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
    for (int a = 0; a < frame->dims && a < 3; a++) {
        double least = HUGE_VAL, largest = -HUGE_VAL;
        const double side = frame->box.cell[a][a];
        for (uint64_t i = 0; side > 0 && i < frame->n; i++) {
            const double x = io_coordinate_of(frame, i, a);
            least = fmin(least, x);
            largest = fmax(largest, x);
        }
        if (!(largest - least > FAR * side)) continue;
        io_frame_warn(
            frame,
            "the points reach from %g to %g along %c, but the side of the box of the file is %g: is it in "
            "another unit?",
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
    return problem_set(p->in->problem, EXIT_INPUT,
                       "%.300s: %s; NumFilesPerSnapshot of %.300s asks for %llu files.", name,
                       strerror(errno), first, (unsigned long long)files);
}

/* Files of another snapshot may have been left under these names. */
static int check_alike(const io_hdf5 *part, const io_hdf5 *first) {
    enum { MOST = 32 };
    static const char *const names[] = {"Time", "BoxSize", "NumPart_Total"};
    double own[MOST], of_first[MOST];
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t count = 0, expected = 0;
        if (io_hdf5_numbers(part, "/Header", names[k], H5T_NATIVE_DOUBLE, own, MOST, &count) != 0 ||
            io_hdf5_numbers(first, "/Header", names[k], H5T_NATIVE_DOUBLE, of_first, MOST, &expected) != 0)
            return part->problem->code;
        for (size_t m = 0; m < count && m < expected; m++)
            if (own[m] < of_first[m] || own[m] > of_first[m])
                return io_hdf5_fail(part,
                                    "%s of /Header is %.15g, and %.15g in the first file: they are files of "
                                    "different snapshots.",
                                    names[k], own[m], of_first[m]);
    }
    return 0;
}

static int read_other_parts(snapshot *s, const io_hdf5 *h, const char *first, const io_hdf5_header *header,
                            io_frame *frame) {
    const io_hdf5_rows *p = &s->points;
    char name[4096];
    int failed = 0;
    for (uint64_t k = 1; k < header->files && !failed; k++) {
        io_hdf5 part;
        io_hdf5_header own;
        if (!name_part(first, k, name, sizeof name)) break;
        if (!io_frame_add_other(frame, name))
            return problem_set(p->in->problem, EXIT_MEMORY, "%s: not enough memory.", first);
        if (access(name, R_OK) != 0) return no_part(p, first, header->files, name);
        if (io_hdf5_open(&part, name, p->in->problem) != 0) return p->in->problem->code;
        failed = io_hdf5_read_header(&part, p->path, &own);
        if (!failed && own.files != header->files)
            failed = io_hdf5_fail(&part, "is one of %llu files of a snapshot, the first of %llu.",
                                  (unsigned long long)own.files, (unsigned long long)header->files);
        if (!failed) failed = check_alike(&part, h);
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

/* ---- the box ------------------------------------------------------------------------------------------ */

/* The directions of the box are those of all columns; the points may have others of them, or in another order.  Points of more than three columns
   keep the box of the file, with which they are refused (box.c). */
static void turn_box(const io_hdf5_rows *p, io_frame *frame) {
    const nf_box box = frame->box;
    int kept[3] = {0};
    if (p->columns.dims > 3) return;
    for (int k = 0; k < p->columns.dims; k++)
        if (p->columns.at[k] < 3) kept[p->columns.at[k]] = 1;
    memset(&frame->box, 0, sizeof frame->box);
    for (int k = 0; k < p->columns.dims; k++) {
        const size_t from = p->columns.at[k];
        if (from > 2) continue;
        frame->box.periodic[k] = box.periodic[from];
        for (int a = 0; a < 3; a++)
            if (!kept[a] && fabs(box.cell[from][a]) > 0)
                snprintf(frame->box_fault, sizeof frame->box_fault,
                         "%.300s: the vectors of its box leave the chosen columns", p->in->name);
        for (int a = 0; a < p->columns.dims; a++)
            if (p->columns.at[a] < 3) frame->box.cell[k][a] = box.cell[from][p->columns.at[a]];
    }
}

static void give_header_box(const io_hdf5_header *header, io_frame *frame) {
    for (int k = 0; k < 3; k++) {
        frame->box.periodic[k] = header->periodic[k];
        if (header->periodic[k]) frame->box.cell[k][k] = header->box[k];
    }
    if (*header->assumed) append(frame->note, sizeof frame->note, "", "; %s", header->assumed);
    if (*header->doubt) io_frame_warn(frame, "%s", header->doubt);
}

/* ---- a file ------------------------------------------------------------------------------------------- */

/* What is kept of the file between frames. */
typedef struct reading {
    io_hdf5 h;
    char path[IO_HDF5_PATH];
    io_hdf5_series series;
    char warning[400];
} reading;

static void close_reading(void *kept) {
    reading *r = kept;
    io_hdf5_close(&r->h);
    free(r);
}

static int open_reading(io_input *in, reading *r) {
    const char *wish = in->options->array;
    if (io_hdf5_open_input(&r->h, in) != 0) return in->problem->code;
    if (wish &&
        snprintf(r->path, sizeof r->path, "%s%s", *wish == '/' ? "" : "/", wish) >= (int)sizeof r->path)
        return io_hdf5_fail(&r->h, "the path of the dataset is too long.");
    if (wish) io_hdf5_follow(&r->h, r->path, sizeof r->path);
    if (!wish && io_hdf5_choose(&r->h, in->options->integers, r->path, sizeof r->path, r->warning,
                                sizeof r->warning) != 0)
        return in->problem->code;
    if (wish && io_hdf5_kind_of(r->path, 2) == IO_HDF5_SNAPSHOT && !io_hdf5_has(&r->h, r->path)) {
        r->series = (io_hdf5_series){.kind = IO_HDF5_SNAPSHOT, .path = r->path, .frames = 1};
        return 0; /* it may be in another file of the snapshot */
    }
    return io_hdf5_look(&r->h, r->path, &r->series);
}

static int take_reading(io_input *in, reading **r) {
    *r = in->kept;
    if (!*r) {
        *r = in->kept = calloc(1, sizeof **r);
        if (!*r) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
        (*r)->h.file = -1;
        in->close_kept = close_reading;
        return open_reading(in, *r);
    }
    (*r)->h.problem = in->problem;
    return 0;
}

/* A file with the header of a snapshot, or without one. */
static int read_snapshot(snapshot *s, const io_hdf5 *h, io_frame *frame) {
    io_hdf5_rows *p = &s->points;
    char name[4096];
    io_hdf5_header header;
    const char *first = io_input_path(p->in);
    if (io_hdf5_read_header(h, p->path, &header) != 0 || read_part(s, h, &header) != 0)
        return h->problem->code;
    snprintf(frame->note, sizeof frame->note, "dataset %.60s%s%s", p->path, *p->note ? ", " : "", p->note);
    const int together = header.files > 1 && first && name_part(first, 0, name, sizeof name);
    if (together)
        append(frame->note, sizeof frame->note, "", " of %llu files", (unsigned long long)header.files);
    give_header_box(&header, frame);
    if (header.files <= 1) {
        warn_of_count(frame, p, &header);
        return 0;
    }
    if (!together) {
        io_frame_warn(
            frame,
            "one of the %llu files of a snapshot, the others are not read (fof --b links as far as the "
            "spacing of "
            "these points alone says); to read all, name the first, NAME.0.hdf5",
            (unsigned long long)header.files);
        return p->type == NF_TYPE_NONE ? check_snapshot(p, h, &header) : 0;
    }
    const int failed = read_other_parts(s, h, first, &header, frame);
    return failed ? failed : check_snapshot(p, h, &header);
}

/* A frame of H5MD or MDTraj. */
static int read_one_frame(snapshot *s, const reading *r, uint64_t frame, io_frame *to) {
    static const io_hdf5_header none = {.files = 1};
    io_hdf5_rows *p = &s->points;
    p->has_frames = r->series.has_frames;
    p->frame = frame;
    int failed = io_hdf5_read_rows(p, &r->h);
    if (!failed) failed = io_hdf5_beside_add(&s->beside, p, &r->h, &none);
    if (!failed && r->series.kind == IO_HDF5_H5MD) failed = io_hdf5_sort_by_ids(p, &s->beside, &r->h);
    snprintf(to->note, sizeof to->note, "dataset %.60s%s%s", p->path, *p->note ? ", " : "", p->note);
    if (!failed) failed = io_hdf5_frame_box(&r->h, &r->series, frame, (int)(p->width < 3 ? p->width : 3), to);
    to->series = r->series.has_frames;
    to->more = frame + 1 < r->series.frames;
    return failed;
}

int io_read_hdf5(io_input *in, io_frame *frame) {
    snapshot *s = calloc(1, sizeof *s);
    reading *r = NULL;
    if (!s) return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory.", in->name);
    s->points = (io_hdf5_rows){.in = in, .value = io_value_name(in), .type = NF_TYPE_NONE};
    int failed = io_hdf5_beside_begin(&s->beside, in);
    if (!failed) failed = take_reading(in, &r);
    if (!failed) {
        const int is_trajectory = r->series.kind == IO_HDF5_H5MD || r->series.kind == IO_HDF5_MDTRAJ;
        memcpy(s->points.path, r->path, sizeof r->path);
        s->points.integers = r->series.kind != IO_HDF5_OTHER;
        io_hdf5_folder(&r->series, s->beside.folder, sizeof s->beside.folder);
        if (*r->warning) io_frame_warn(frame, "%s", r->warning);
        failed = is_trajectory ? read_one_frame(s, r, in->frames, frame) : read_snapshot(s, &r->h, frame);
        const int is_plain = r->series.kind == IO_HDF5_NAMED || r->series.kind == IO_HDF5_OTHER;
        if (!failed && is_plain && !io_box_is_periodic(&frame->box) && !in->value)
            io_hdf5_warn_of_box(&r->h, &r->series, frame);
        if (!failed) turn_box(&s->points, frame);
    }
    failed = io_rows_finish(&s->points.rows, in, failed, s->points.columns.dims, s->points.type, frame);
    if (!failed) warn_of_extent(frame);
    failed = io_hdf5_beside_finish(&s->beside, in, failed, frame);
    free(s);
    return failed;
}

/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Chooses the dataset that holds the points. */
#include "formats/hdf5/hdf5_conventions.h"
#include "text/append.h"

#include <stdio.h>
#include <string.h>

/* That of dark matter, of which snapshots have most. */
static const char preferred[] = "/PartType1/Coordinates";

enum { MOST_RANK = 32, LIST = 400 };

/* A sentence's list of datasets. */
typedef struct list {
    char text[LIST];
    size_t count, left_out;
} list;

typedef struct search {
    const io_hdf5 *h;
    int integers;  /* a dataset of integers may be the points, whatever its name */
    list all;      /* with their shapes */
    list points;   /* those of the names of a convention; of another name, where there are none */
    int rank;      /* 2: of a convention, 1: of a known name, 0: of another name */
    int preferred; /* the preferred one is there */
    int suits;     /* the last one has the shape of points */
    char first[256];
} search;

static void add(list *l, const char *text) {
    if (strlen(l->text) + strlen(text) + 3 < sizeof l->text)
        append(l->text, sizeof l->text, ", ", "%s", text);
    else l->left_out++;
    l->count++;
}

static void end_list(list *l) {
    if (l->left_out > 0)
        append(l->text, sizeof l->text, "", " and %llu more", (unsigned long long)l->left_out);
}

/* "PATH (3 x 2 integers)"; *suits says whether it may hold points.  Returns the number of its axes. */
static int describe(hid_t set, const char *path, int integers, char *text, size_t size, int *suits) {
    hsize_t shape[MOST_RANK] = {0};
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const int rank = H5Sget_simple_extent_dims(space, shape, NULL);
    const H5T_class_t class = H5Tget_class(type);
    *suits = (class == H5T_FLOAT || (integers && class == H5T_INTEGER)) && rank == 2 && shape[1] >= 1 &&
             shape[1] <= 3;
    int used = snprintf(text, size, "%.200s (", path);
    for (int k = 0; k < rank && k < 4; k++)
        used += snprintf(text + used, size - (size_t)used, "%s%llu", k ? " x " : "",
                         (unsigned long long)shape[k]);
    snprintf(text + used, size - (size_t)used, "%s%s)",
             rank > 4    ? " x ..."
             : rank == 0 ? "1"
                         : "",
             class == H5T_FLOAT     ? ""
             : class == H5T_INTEGER ? " integers"
                                    : ", no numbers");
    (void)H5Tclose(type);
    (void)H5Sclose(space);
    return rank;
}

/* A dataset of another name has the shape of points where it has n rows of one to three numbers. */
static void take(search *s, const char *path, int axes, int suits) {
    const io_hdf5_kind kind = io_hdf5_kind_of(path, axes);
    const int rank = kind == IO_HDF5_OTHER || (kind == IO_HDF5_NAMED && axes != 2) ? 0
                     : kind == IO_HDF5_NAMED                                       ? 1
                                                                                   : 2;
    if (rank < s->rank) return;
    if (rank > s->rank) memset(&s->points, 0, sizeof s->points);
    s->rank = rank;
    s->suits = suits;
    if (s->points.count == 0) snprintf(s->first, sizeof s->first, "%s", path);
    s->preferred |= strcmp(path, preferred) == 0;
    add(&s->points, path);
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *link, void *state) {
    search *s = state;
    char path[256], text[320];
    int suits = 0;
    if (link->type != H5L_TYPE_HARD || snprintf(path, sizeof path, "/%s", name) >= (int)sizeof path) return 0;
    const hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0) return 0;
    if (H5Iget_type(object) == H5I_DATASET) {
        const int axes = describe(object, path, s->integers, text, sizeof text, &suits);
        add(&s->all, text);
        take(s, path, axes, suits);
    }
    (void)H5Oclose(object);
    return 0;
}

static int list_all(search *s) {
    if (H5Lvisit(s->h->file, H5_INDEX_NAME, H5_ITER_INC, visit, s) < 0)
        return io_hdf5_broken(s->h, "the groups cannot be read");
    end_list(&s->all);
    end_list(&s->points);
    if (s->all.count == 0) snprintf(s->all.text, sizeof s->all.text, "no dataset");
    return 0;
}

int io_hdf5_no_dataset(const io_hdf5 *h, const char *path) {
    search s = {.h = h};
    if (list_all(&s) != 0) return h->problem->code;
    return io_hdf5_fail(h, "has no dataset %.100s; it has %s.", path, s.all.text);
}

int io_hdf5_choose(const io_hdf5 *h, int integers, char *path, size_t size, char *warning,
                   size_t warning_size) {
    search s = {.h = h, .integers = integers};
    if (list_all(&s) != 0) return h->problem->code;
    if (s.rank == 0 && s.points.count == 1 && !s.suits)
        return io_hdf5_fail(h, "has no dataset of n x 1 to n x 3 %s; it has %s.",
                            integers ? "numbers" : "floats", s.all.text);
    if (s.rank == 0 && s.points.count != 1)
        return io_hdf5_fail(
            h,
            "has no dataset with a name of points (H5MD, MDTraj, /PartTypeN/Coordinates, points, "
            "positions, coordinates, xyz)%s; it has %s.",
            s.points.count ? ": choose one, as by --array" : "", s.all.text);
    if (s.points.count > 1 && !s.preferred)
        return io_hdf5_fail(h,
                            "has several datasets that may be the points (%s); choose one, as by "
                            "--array %.100s.",
                            s.points.text, s.first);
    snprintf(path, size, "%s", s.preferred ? preferred : s.first);
    if (s.points.count > 1)
        snprintf(warning, warning_size,
                 "%s is read, one of several datasets of points (%.200s); choose by --array", path,
                 s.points.text);
    return 0;
}

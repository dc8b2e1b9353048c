/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The box of a snapshot, and whether it is periodic: codes write that in places of their own, or not at all. */
#include "formats/hdf5/hdf5_file.h"
#include "text/words.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- the tables --------------------------------------------------------------------------------------- */

/* Flags, the one that counts first: what the run did, what it was told, how it was built. */
static const struct {
    const char *group, *name;
    int by_presence; /* an option of the build: it is set where it is there, and not 0 */
    int periodic;    /* what it says when it is set */
} flags[] = {
    {"/RuntimePars", "PeriodicBoundariesOn", 0, 1},                                     /* SWIFT, EAGLE */
    {"/Parameters", "PeriodicBoundariesOn", 0, 1},                                      /* AREPO */
    {"/Parameters", "InitialConditions:periodic", 0, 1},                                /* SWIFT */
    {"/Header", "PeriodicBoundariesOn", 0, 1},           {"/Config", "PERIODIC", 1, 1}, /* GADGET-4 */
    {"/Config", "GRAVITY_NOT_PERIODIC", 1, 0},                                          /* AREPO */
};

/* Options of the build of AREPO and GADGET-4 about one direction. */
static const struct {
    const char *name;
    int axis;
    enum {
        CLOSES,
        STRETCHES,
        HALVES
    } does; /* no periodic images; multiplies the side; divides it by 2 to this power */
} directions[] = {
    {"REFLECTIVE_X", 0, CLOSES}, {"REFLECTIVE_Y", 1, CLOSES}, {"REFLECTIVE_Z", 2, CLOSES},
    {"LONG_X", 0, STRETCHES},    {"LONG_Y", 1, STRETCHES},    {"LONG_Z", 2, STRETCHES},
    {"LONG_X_BITS", 0, HALVES},  {"LONG_Y_BITS", 1, HALVES},  {"LONG_Z_BITS", 2, HALVES},
};

/* Attributes that GADGET-4 alone has: without PERIODIC its space is open.  AREPO has always PeriodicBoundariesOn. */
static const struct {
    const char *group, *name;
} of_gadget4[] = {{"/Config", "NSOFTCLASSES"},
                  {"/Config", "IDS_32BIT"},
                  {"/Config", "IDS_64BIT"},
                  {"/Parameters", "SofteningClassOfPartType0"},
                  {"/Parameters", "SofteningClassOfPartType1"}};

/* ---- reading ------------------------------------------------------------------------------------------ */

/* A flag is a number or a text of one; *said is 0 where there is none. */
static int read_flag(const io_hdf5 *h, const char *group, const char *name, int by_presence, int *said,
                     double *value) {
    static const struct {
        const char *word;
        double value;
    } words[] = {{"true", 1}, {"yes", 1}, {"on", 1}, {"false", 0}, {"no", 0}, {"off", 0}};
    char text[1][IO_HDF5_WORD];
    size_t count = 0;
    *said = 0;
    if (io_hdf5_words(h, group, name, text, 1, &count) != 0) return h->problem->code;
    if (count == 0) return 0;
    *said = 1;
    const span word = trim((span){text[0], strlen(text[0])});
    if (parse_double(word, value) && isfinite(*value)) return 0;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k].word) == word.length && strncasecmp(words[k].word, word.text, word.length) == 0)
            return *value = words[k].value, 0;
    *value = 1;
    return by_presence ? 0 : io_hdf5_fail(h, "%s of %s is '%.30s'; it is 0 or 1.", name, group, text[0]);
}

/* BoxSize is one number for all sides, or one for each of the first; *count is 0 where there is none. */
static int read_box_size(const io_hdf5 *h, const char *group, double box[3], size_t *count) {
    if (io_hdf5_numbers(h, group, "BoxSize", H5T_NATIVE_DOUBLE, box, 3, count) != 0) return h->problem->code;
    if (*count == 1) box[1] = box[2] = box[0];
    for (size_t k = 0; k < *count; k++)
        if (!(box[k] >= 0) || isinf(box[k]))
            return io_hdf5_fail(h, "the BoxSize of %s is %g; it must be positive.", group, box[k]);
    return 0;
}

/* *sides is how many numbers say it. */
static int read_sides(const io_hdf5 *h, io_hdf5_header *header, size_t *sides) {
    double *box = header->box, other[3] = {0};
    size_t count = 0, others = 0;
    if (read_box_size(h, "/Header", box, &count) != 0 || read_box_size(h, "/Parameters", other, &others) != 0)
        return h->problem->code;
    if (count == 0) memcpy(box, other, sizeof other);
    for (int k = 2; k >= 0; k--)
        if (others && fabs(box[k] - other[k]) > 1e-5 * fabs(box[k]))
            snprintf(header->doubt, sizeof header->doubt,
                     "BoxSize is %g in /Header and %g in /Parameters: the first is taken", box[k], other[k]);
    *sides = count ? count : others;
    return 0;
}

/* ---- what follows ------------------------------------------------------------------------------------- */

/* The flag that counts, or -1; tells of one that says the opposite. */
static int read_flags(const io_hdf5 *h, io_hdf5_header *header, int *periodic) {
    int first = -1;
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
        int said = 0;
        double value = 0;
        if (read_flag(h, flags[k].group, flags[k].name, flags[k].by_presence, &said, &value) != 0)
            return h->problem->code;
        if (!said || (flags[k].by_presence && !(value < 0 || value > 0))) continue;
        const int says = flags[k].periodic == (value < 0 || value > 0);
        if (first < 0) first = (int)k, *periodic = says;
        else if (says != *periodic)
            snprintf(
                header->doubt, sizeof header->doubt,
                "%s of %s says that the box is %speriodic, and %s of %s the opposite: the first is taken",
                flags[first].name, flags[first].group, *periodic ? "" : "not ", flags[k].name,
                flags[k].group);
    }
    if (first >= 0 && !*periodic)
        snprintf(header->assumed, sizeof header->assumed, "not periodic by %s of %s", flags[first].name,
                 flags[first].group);
    return first >= 0 ? 0 : -1;
}

/* What the file does not say: a box with a side is periodic, but not that of GADGET-4 without PERIODIC. */
static int assume(const io_hdf5 *h, io_hdf5_header *header) {
    for (size_t k = 0; k < sizeof of_gadget4 / sizeof *of_gadget4 && io_hdf5_has(h, "/Config"); k++)
        if (io_hdf5_has(h, of_gadget4[k].group) &&
            H5Aexists_by_name(h->file, of_gadget4[k].group, of_gadget4[k].name, H5P_DEFAULT) > 0) {
            snprintf(header->assumed, sizeof header->assumed,
                     "not periodic, as /Config of GADGET-4 has no PERIODIC");
            return 0;
        }
    if (header->box[0] > 0)
        snprintf(header->assumed, sizeof header->assumed,
                 "the file does not say whether its box is periodic: it is taken to be");
    else if (header->type >= 0)
        snprintf(header->assumed, sizeof header->assumed,
                 "space is open, as the file has no BoxSize above 0");
    return 1;
}

static int read_directions(const io_hdf5 *h, io_hdf5_header *header) {
    for (size_t k = 0; k < sizeof directions / sizeof *directions; k++) {
        int said = 0;
        double value = 0;
        const int axis = directions[k].axis;
        if (read_flag(h, "/Config", directions[k].name, 1, &said, &value) != 0) return h->problem->code;
        if (!said || !(value > 0 || value < 0)) continue;
        if (directions[k].does == CLOSES) {
            header->periodic[axis] = 0;
            append(header->assumed, sizeof header->assumed, ", ", "%c is open by %s of /Config", "xyz"[axis],
                   directions[k].name);
            continue;
        }
        double *side = &header->box[axis];
        *side *= directions[k].does == STRETCHES ? value : exp2(-value);
        append(header->assumed, sizeof header->assumed, ", ", "%c is %g by %s of /Config", "xyz"[axis], *side,
               directions[k].name);
    }
    return 0;
}

int io_hdf5_read_periodic(const io_hdf5 *h, io_hdf5_header *header) {
    int periodic = 0;
    size_t sides = 0;
    if (read_sides(h, header, &sides) != 0) return h->problem->code;
    const int said = read_flags(h, header, &periodic);
    if (said > 0) return said;
    if (said < 0) periodic = assume(h, header);
    /* A flag may announce a box that the file does not have. */
    for (int k = 0; k < 3; k++) header->periodic[k] = periodic && (header->box[k] > 0 || said == 0);
    if (sides == 2) {
        header->periodic[2] = 0;
        append(header->assumed, sizeof header->assumed, ", ", "z is open, as BoxSize has two numbers");
    }
    return read_directions(h, header);
}

/* ---- the header --------------------------------------------------------------------------------------- */

static const char group[] = "/Header";

enum { TYPES = 32, HIGH_BITS = 32 };

static int type_of(const char *dataset) {
    int type = -1, length = 0;
    if (*dataset == '/') dataset++;
    return sscanf(dataset, "PartType%2d/%n", &type, &length) == 1 && length > 0 && type < TYPES ? type : -1;
}

/* Reads an element of an attribute that has one for each type of particle.  Leaves *value as it is where there is none. */
static int read_of_type(const io_hdf5 *h, const char *attribute, int type, uint64_t *value) {
    uint64_t values[TYPES];
    size_t count = 0;
    if (io_hdf5_numbers(h, group, attribute, H5T_NATIVE_UINT64, values, TYPES, &count) != 0)
        return h->problem->code;
    if (type >= 0 && (size_t)type < count) *value = values[type];
    return 0;
}

/* 0 where the particles have masses of their own. */
static int read_mass(const io_hdf5 *h, io_hdf5_header *header) {
    double masses[TYPES];
    size_t count = 0;
    if (io_hdf5_numbers(h, group, "MassTable", H5T_NATIVE_DOUBLE, masses, TYPES, &count) != 0)
        return h->problem->code;
    if (header->type >= 0 && (size_t)header->type < count) header->mass = masses[header->type];
    return 0;
}

int io_hdf5_read_header(const io_hdf5 *h, const char *dataset, io_hdf5_header *header) {
    size_t count = 0;
    uint64_t high = 0;
    *header = (io_hdf5_header){.files = 1, .type = type_of(dataset), .here = UINT64_MAX, .all = UINT64_MAX};
    if (io_hdf5_read_periodic(h, header) != 0 || read_mass(h, header) != 0 ||
        io_hdf5_numbers(h, group, "NumFilesPerSnapshot", H5T_NATIVE_UINT64, &header->files, 1, &count) != 0 ||
        read_of_type(h, "NumPart_ThisFile", header->type, &header->here) != 0 ||
        read_of_type(h, "NumPart_Total", header->type, &header->all) != 0 ||
        read_of_type(h, "NumPart_Total_HighWord", header->type, &high) != 0)
        return h->problem->code;
    if (header->all != UINT64_MAX) header->all += high << HIGH_BITS;
    return 0;
}

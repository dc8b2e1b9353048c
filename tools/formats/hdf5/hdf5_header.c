/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The group /Header of cosmological snapshots. */
#include "formats/hdf5/hdf5_file.h"

#include <stdio.h>

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

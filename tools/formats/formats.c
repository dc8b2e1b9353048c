/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/formats.h"

#include "text/append.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const io_format formats[] = {
    {"xyz", "xyz extxyz", NULL, io_read_xyz, IO_TAKES_NAMED | IO_HAS_FRAMES | IO_HAS_WORDS, "species",
     "XYZ and extended XYZ, units as in the file"},
    {"gro", "gro", NULL, io_read_gro, IO_HAS_FRAMES | IO_HAS_WORDS, "name",
     "GROMACS coordinates, nanometres"},
    {"lammps", "data lmp", "data.", io_read_lammps, IO_TAKES_NAMED | IO_HAS_WORDS, "type",
     "LAMMPS data file, Atoms section; the atom style from its '# style' comment, or guessed"},
    {"dump", "dump lammpstrj", "dump.", io_read_dump, IO_TAKES_NAMED | IO_HAS_FRAMES | IO_HAS_WORDS, "type",
     "LAMMPS dump of atoms: x y z, xu yu zu, xs ys zs or xsu ysu zsu"},
    {"npy", "npy", NULL, io_read_npy, IO_TAKES_COLUMNS, NULL,
     "NumPy array of n x 1 to n x 3 floats or integers, or of more columns with --columns"},
    {"npz", "npz", NULL, io_read_npz, IO_TAKES_ARRAY | IO_TAKES_NAMED, NULL,
     "NumPy archive: the array points, positions, coordinates or xyz, the only array, or --array"},
    {"hdf5", "hdf5 h5 hdf", NULL, io_read_hdf5, IO_TAKES_COLUMNS | IO_TAKES_ARRAY | IO_TAKES_NAMED, NULL,
     "HDF5: the dataset of floats that --array or FILE:/GROUP/DATASET names, or the only one of points"},
    {"columns", "csv txt", NULL, io_read_columns, IO_TAKES_COLUMNS | IO_TAKES_NAMED | IO_HAS_WORDS, NULL,
     "columns separated by commas, semicolons or blanks; x, y, z by the heading, or --columns"},
    {"tsv", "tsv tab", NULL, io_read_tabs, IO_TAKES_COLUMNS | IO_TAKES_NAMED | IO_HAS_WORDS, NULL,
     "the same, separated by tabs"},
    {"ply", "ply", NULL, io_read_ply, IO_TAKES_NAMED, NULL, "PLY vertices, ascii or binary_little_endian"},
    {"pdb", "pdb ent", NULL, io_read_pdb, IO_HAS_FRAMES | IO_HAS_WORDS, "element",
     "PDB: the atoms of every model, angstroms"},
    {"chemfiles", "mmtf xtc trr tng dcd nc mol2 sdf cml", NULL, io_read_chemfiles,
     IO_NEEDS_NAME | IO_HAS_FRAMES, NULL, "XTC, TRR, DCD and others through chemfiles, angstroms"},
};

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

const io_format *io_formats(size_t *count) {
    *count = FORMAT_COUNT;
    return formats;
}

static int is_listed(const char *word, const char *list) {
    size_t length = strlen(word);
    while (*list != '\0') {
        size_t item = strcspn(list, " ");
        if (item == length && strncasecmp(word, list, length) == 0) return 1;
        list += item;
        list += strspn(list, " ");
    }
    return 0;
}

const io_format *io_format_by_name(const char *name) {
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strcasecmp(name, formats[i].name) == 0 || is_listed(name, formats[i].extensions))
            return &formats[i];
    return NULL;
}

const io_format *io_format_of_path(const char *path, size_t size) {
    const char *base = path + size;
    while (base > path && base[-1] != '/') base--;
    size_t length = size - (size_t)(base - path);
    if (length > 3 && strncasecmp(base + length - 3, ".gz", 3) == 0) length -= 3;

    size_t dot = length;
    while (dot > 0 && base[dot - 1] != '.') dot--;
    char extension[16] = "";
    if (dot > 0 && length - dot < sizeof extension) memcpy(extension, base + dot, length - dot);
    if (extension[0] != '\0')
        for (size_t i = 0; i < FORMAT_COUNT; i++)
            if (is_listed(extension, formats[i].extensions)) return &formats[i];

    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        const char *prefix = formats[i].prefix;
        if (prefix && length > strlen(prefix) && strncmp(base, prefix, strlen(prefix)) == 0)
            return &formats[i];
    }
    return NULL;
}

int io_names_points(const char *name) { return is_listed(name, "points positions coordinates xyz"); }

int io_names_box(const char *name) {
    return is_listed(name, "box boxsize box_size box_vectors cell cell_vectors cell_lengths lattice "
                           "lattice_vectors unitcell unit_cell unitcells unit_cells");
}

void io_format_extensions(const io_format *format, char *text, size_t size) {
    size_t used = 0;
    for (const char *c = format->extensions; *c != '\0' && used + 3 < size; c++) {
        if (c == format->extensions || c[-1] == ' ') text[used++] = '.';
        text[used++] = *c;
    }
    text[used] = '\0';
}

void io_formats_list(char *text, size_t size) {
    text[0] = '\0';
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        char extensions[IO_EXTENSIONS];
        io_format_extensions(&formats[i], extensions, sizeof extensions);
        append(text, size, ", ", "%s (%s)", formats[i].name, extensions);
    }
}

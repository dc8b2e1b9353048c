/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The box in the header of a LAMMPS data file. */
#ifndef NEARFIELD_FORMATS_TRAJECTORIES_LAMMPS_BOX_H
#define NEARFIELD_FORMATS_TRAJECTORIES_LAMMPS_BOX_H

#include "formats/formats.h"
#include "text/words.h"

enum { IO_LAMMPS_HEADER_WORDS = 6 }; /* the words of a line that are looked at */

typedef struct io_lammps_box {
    nf_box box;
    int general; /* its lines are vectors */
    int has[3];  /* a line gave this vector */
    char fault[IO_FAULT];
} io_lammps_box;

/* For the note of a frame whose file does not say which directions are periodic. */
extern const char io_lammps_assumed[];

/* Reads a line of the header if it is one of the box.  Returns 0, or the code of the input's problem. */
int io_lammps_box_line(io_input *in, const span *words, size_t count, io_lammps_box *of);

/* Sets the fault of a box of which some vectors were given, but not all. */
void io_lammps_box_check(const io_input *in, io_lammps_box *of);

#endif

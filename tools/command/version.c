/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield --version: the version, and the libraries that were found when it was built. */
#include "command/command.h"

#include <nearfield/nearfield.h>
#include <stdio.h>

/* Packages by their manager; tools/setup.sh installs those of the same names. */
static const struct {
    const char *name, *use;
    int is_built_in; /* defined by the build */
    const char *install;
} parts[] = {
    {"clang", "computes on the host by kernels, on several threads", NEARFIELD_HAS_NATIVE,
     "apt: clang; dnf: clang; pacman: clang; brew: llvm"},
    {"HDF5", "reads HDF5", NEARFIELD_HAS_HDF5, "apt: libhdf5-dev; dnf: hdf5-devel; pacman: hdf5; brew: hdf5"},
    {"chemfiles", "reads XTC, TRR, DCD, NetCDF and others", NEARFIELD_HAS_CHEMFILES,
     "brew: chemfiles; from source: https://chemfiles.org"},
    {"PLplot", "draws charts (--plot)", NEARFIELD_HAS_PLOT,
     "apt: libplplot-dev plplot-driver-cairo; dnf: plplot-devel; pacman: plplot; brew: plplot"},
    {"cJSON", "reads reports for bench --compare and --peers", NEARFIELD_HAS_CJSON,
     "apt: libcjson-dev; dnf: cjson-devel; pacman: cjson; brew: cjson"},
};

void print_version(void) {
    printf("nearfield %s\n", nf_version());
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k].is_built_in) printf("  with     %-9s  %s\n", parts[k].name, parts[k].use);
        else
            printf("  without  %-9s  %s: install it (%s) and build again\n", parts[k].name, parts[k].use,
                   parts[k].install);
}

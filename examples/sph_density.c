/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The density of smoothed particles: the sum over neighbours of mass W, of the water column that LAMMPS comes with (a data file of atom style
 * sph in the plane), compared with the sum over all pairs on the host.  It ends with 1 where they differ.
 *
 *     sph_density [DATA [REACH]]     the file, and where W ends (0.03)
 */
#include <nearfield/nearfield.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_DATA  "/usr/share/lammps/examples/PACKAGES/sph/water_collapse/data.initial"
#define MOST_ERROR  1e-5 /* of a density, relative */
#define MOST_TYPES  16
#define WENDLAND_2D 2.2281692032865347 /* 7 / pi */

typedef struct water {
    uint64_t n;
    float *points, *masses; /* n x 2, n */
} water;

static int fail(const char *what, const char *why) {
    fprintf(stderr, "sph_density: %s%s%s\n", what, *why ? ": " : "", why);
    exit(1);
}

/* Reads "id type rho e cv x y z ix iy iz" of each atom, and the masses of the types before them. */
static void read_water(const char *path, water *w) {
    char line[512];
    double masses[MOST_TYPES + 1] = {0};
    enum { HEADER, MASSES, ATOMS } section = HEADER;
    uint64_t count = 0;
    FILE *from = fopen(path, "r");
    if (!from)
        fail(path, "cannot be opened: name a data file of LAMMPS, atom style sph (Debian has this one in "
                   "lammps-examples)");
    while (fgets(line, sizeof line, from)) {
        double x, y, mass;
        unsigned long long atoms;
        int type;
        if (strncmp(line, "Masses", 6) == 0) section = MASSES;
        else if (strncmp(line, "Atoms", 5) == 0) section = ATOMS;
        else if (strncmp(line, "Velocities", 10) == 0) break;
        else if (section == HEADER && strstr(line, " atoms") && sscanf(line, "%llu", &atoms) == 1) {
            w->n = atoms;
            w->points = malloc(2 * w->n * sizeof *w->points);
            w->masses = malloc(w->n * sizeof *w->masses);
            if (!w->points || !w->masses) fail("there is no memory for the particles", "");
        } else if (section == MASSES && sscanf(line, "%d %lf", &type, &mass) == 2 && type > 0 &&
                   type <= MOST_TYPES)
            masses[type] = mass;
        else if (section == ATOMS && sscanf(line, "%*d %d %*f %*f %*f %lf %lf", &type, &x, &y) == 3 &&
                 count < w->n && type > 0 && type <= MOST_TYPES) {
            w->points[2 * count] = (float)x;
            w->points[2 * count + 1] = (float)y;
            w->masses[count++] = (float)masses[type];
        }
    }
    (void)fclose(from);
    if (!w->n || count != w->n) fail(path, "this is no data file of the atom style sph");
}

/* W of the distance r, as sph-density-wendland has it in the plane. */
static double weight(double r, double reach) {
    const double q = r / reach, left = q < 1 ? 1 - q : 0;
    return WENDLAND_2D / (reach * reach) * left * left * left * left * (1 + 4 * q);
}

static void ask_device(const water *w, double reach, float *densities) {
    const nf_points points = {.n = w->n, .dims = 2, .type = NF_FLOAT32, .rows.host = w->points};
    const nf_numbers field = {.name = "mass", .n = w->n, .values.host = w->masses};
    const nf_interact_options options = {.fields = &field, .field_count = 1};
    nf_context *context = NULL;
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *sums = NULL;
    char message[512];
    if (nf_context_create(NULL, &context, message, sizeof message) != NF_OK) fail(message, "");
    nf_status status = nf_function_create(context, "sph-density-wendland", NULL, NULL, &function);
    if (status == NF_OK) status = nf_cloud_create(context, &points, NULL, NULL, &cloud);
    if (status == NF_OK) status = nf_interact(cloud, reach, function, &options, NULL, &sums);
    if (status == NF_OK) status = nf_result_read(sums, NF_ARRAY_SUMS, 0, w->n, NULL, densities);
    if (status != NF_OK) fail(nf_context_error(context), "");
    nf_result_free(sums), nf_cloud_free(cloud), nf_function_free(function), nf_context_free(context);
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : USUAL_DATA;
    const double reach = argc > 2 ? strtod(argv[2], NULL) : 0.03;
    water w = {0, NULL, NULL};
    double error = 0, mean = 0;
    if (!(reach > 0)) fail("usage: sph_density [DATA [REACH]]", "");
    read_water(path, &w);
    float *densities = malloc(w.n * sizeof *densities);
    if (!densities) fail("there is no memory for the densities", "");
    ask_device(&w, reach, densities);
    for (uint64_t i = 0; i < w.n; i++) {
        const double own = (double)w.masses[i] * weight(0, reach), density = (double)densities[i] + own;
        double direct = 0;
        for (uint64_t j = 0; j < w.n; j++) {
            const double dx = (double)(w.points[2 * j] - w.points[2 * i]),
                         dy = (double)(w.points[2 * j + 1] - w.points[2 * i + 1]);
            if (dx * dx + dy * dy < reach * reach)
                direct += (double)w.masses[j] * weight(sqrt(dx * dx + dy * dy), reach);
        }
        mean += density / (double)w.n;
        error = fmax(error, fabs(density - direct) / direct);
    }
    printf("%llu particles: mean density %.6g; largest difference from the direct sum %.2e of it, which is "
           "%s %.0e\n",
           (unsigned long long)w.n, mean, error, error <= MOST_ERROR ? "within" : "MORE THAN", MOST_ERROR);
    free(densities), free(w.points), free(w.masses);
    return !(error <= MOST_ERROR);
}

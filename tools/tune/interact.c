/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield tune interact: finds the fastest strategy for sums of a pair function. */
#include "tune/interact.h"

#include "options/options.h"
#include "system/clock.h"

#include <math.h>
#include <nearfield/experimental/tuning.h>
#include <string.h>

/* The options of the command line. */
typedef struct words {
    interaction about;
    const char *densities[OPTION_MOST], *points[OPTION_MOST], *precisions[OPTION_MOST];
    const char *strategies[OPTION_MOST];
    int density_count, point_count, precision_count, strategy_count;
    const char *dims, *device, *seconds;
    int quiet;
} words;

/* The clouds. */
enum { SYSTEMS_MOST = 256 };
typedef struct systems {
    interact_system rows[SYSTEMS_MOST];
    int count;
} systems;

/* Reads the values of an option that may be given several times; those of `usual`, which ends with NULL, if it is not given. */
static int read_numbers(const char *option, const char *const *given, int given_count,
                        const char *const *usual, number_range range, double values[OPTION_MOST],
                        int *count) {
    int code = EXIT_DONE;
    *count = 0;
    while (code == EXIT_DONE && (given_count ? *count < given_count : usual[*count] != NULL)) {
        code = read_number(option, given_count ? given[*count] : usual[*count], range, &values[*count]);
        ++*count;
    }
    return code;
}

/* Adds a cloud; those of the usual ones that are too small for their density are left out. */
static int add_system(const words *w, systems *to, int dims, double density, double n, nf_type type) {
    if (n < ldexp(density, dims)) {
        if (!w->density_count || !w->point_count) return EXIT_DONE;
        return complain(EXIT_USAGE,
                        "%.0f points of density %g are a box less than two cutoffs wide in %d dimensions: "
                        "--points takes more, or --density less",
                        n, density, dims);
    }
    if (to->count == SYSTEMS_MOST) return complain(EXIT_USAGE, "these are more than %d clouds", SYSTEMS_MOST);
    to->rows[to->count++] =
        (interact_system){.n = (uint64_t)n, .dims = dims, .density = density, .type = type};
    return EXIT_DONE;
}

/* The number of points of cloud k of a density: as given, or of the clouds of nearfield bench interact. */
static double points_of(const double *given, int given_count, int k, double density, int dims) {
    return given_count ? given[k] : density * pow(ldexp(1, k + 1), dims);
}

static int read_systems(const words *w, systems *to) {
    enum { GRIDS = 5 }; /* of 2 to 32 cells along each axis */
    static const char *const usual[] = {"1", "10", "100", NULL}, *const none[] = {NULL},
                             *const usual_types[] = {"single"};
    static const number_range density_range = {0.01, 1e5, 0}, points_range = {8, 1e9, 0};
    double densities[OPTION_MOST], points[OPTION_MOST];
    int density_count = 0, point_count = 0;
    const char *const *types = w->precision_count ? w->precisions : usual_types;
    int dims = 3, code = read_choice("dims", w->dims, dims_choices, &dims);
    if (code == EXIT_DONE)
        code = read_numbers("density", w->densities, w->density_count, usual, density_range, densities,
                            &density_count);
    if (code == EXIT_DONE)
        code = read_numbers("points", w->points, w->point_count, none, points_range, points, &point_count);
    const int clouds = point_count ? point_count : GRIDS, each = density_count * clouds;
    for (int k = 0; k < (w->precision_count ? w->precision_count : 1) * each && code == EXIT_DONE; k++) {
        const double density = densities[k / clouds % density_count];
        const double n = ceil(points_of(points, point_count, k % clouds, density, dims));
        int type = NF_TYPE_NONE;
        code = read_choice("precision", types[k / each], precision_choices, &type);
        if (code == EXIT_DONE) code = add_system(w, to, dims, density, n, (nf_type)type);
    }
    return code;
}

/* The strategies named, or all. */
static int read_strategies(const words *w, tune_sums *t) {
    t->is_part = w->strategy_count > 0;
    for (int k = 0; k < w->strategy_count; k++) {
        if (interaction_check_strategy(w->strategies[k]) != EXIT_DONE) return EXIT_USAGE;
        t->names[t->name_count++] = w->strategies[k];
    }
    for (size_t s = 0; !w->strategy_count && nf_strategy_name(s) && s < TUNE_STRATEGIES; s++)
        t->names[t->name_count++] = nf_strategy_name(s);
    return EXIT_DONE;
}

/* One cloud after the other, until time is out; the first one in any case. */
static int tune(tune_sums *t, const systems *of) {
    int code = EXIT_DONE;
    if (!t->quiet) printf("%s, driver %s\n", t->on.info->name, t->on.info->driver);
    for (int k = 0; k < of->count && code == EXIT_DONE; k++) {
        if (of->rows[k].type == NF_FLOAT64 && !t->on.info->fp64)
            return complain(EXIT_OTHER, "%s has no double precision", t->on.info->name);
        code = tune_check_memory(t, &of->rows[k]);
    }
    for (int k = 0; k < of->count && code == EXIT_DONE && (k == 0 || now_seconds() < t->end); k++)
        code = tune_cloud(t, of->rows[k]);
    if (code != EXIT_DONE || t->quiet) return code;
    const int left = of->count - t->finished;
    if (left)
        printf("\n%d of %d clouds %s not begun or not finished for lack of time (--seconds)\n", left,
               of->count, left == 1 ? "was" : "were");
    if (t->is_part) puts("\nNothing is stored, as not all strategies were measured (--strategy)");
    else if (t->stored) printf("\nStored in %s\n", nf_profile_path(t->on.plain));
    return code;
}

static int run(words *w) {
    static systems clouds; /* static because these are large; a process tunes once */
    static tune_sums t;
    double seconds = 60;
    text_problem problem = {.code = 0};
    char columns[64] = "";
    t.about = &w->about;
    t.quiet = w->quiet;
    t.about->only_numbers = 1;
    int code = interaction_parse(t.about, 0, columns, sizeof columns);
    if (code == EXIT_DONE && *columns)
        code = complain(EXIT_USAGE,
                        "--field takes a number here, the same for all points, not a column such as \"%s\"",
                        columns);
    if (code == EXIT_DONE) code = read_seconds(w->seconds, 1e-3, &seconds);
    if (code == EXIT_DONE) code = read_systems(w, &clouds);
    if (code == EXIT_DONE) code = read_strategies(w, &t);
    if (code == EXIT_DONE) code = bench_open_device(w->device, &t.on);
    if (code != EXIT_DONE) return code;
    t.end = now_seconds() + seconds;
    code = interaction_open(t.about, 0, t.on.plain, &problem) == 0
               ? tune(&t, &clouds)
               : complain(problem.code, "%s", problem.text);
    interaction_close(t.about);
    interaction_free(t.about);
    bench_close_device(&t.on);
    return code;
}

/* ---- the command ----------------------------------------------------------------------------------------- */

int command_tune_interact(int argc, char **argv) {
    static words w; /* static because it is large */
    const char *none[1];
    char name[] = "tune interact";
    size_t operands = 0;
    const option_row rows[] = {
        {"function", 0, "F", "of the library, or a file in OpenCL C", &w.about.function, NULL},
        {"param", 0, "NAME=X", "the value of a parameter; any number of times",
         w.about.named[OF_PARAMETERS].words, &w.about.named[OF_PARAMETERS].count},
        {"field", 0, "NAME=X", "the value of a field for all points; any number of times",
         w.about.words[FOR_FIELDS], &w.about.word_counts[FOR_FIELDS]},
        {"table", 0, "NAME=VALUES", "a table: numbers separated by commas, or a file; any number of times",
         w.about.words[FOR_TABLES], &w.about.word_counts[FOR_TABLES]},
        {"sum64", 0, NULL, "add in double precision", NULL, &w.about.sum64},
        {"fast", 0, NULL, "with fast arithmetic, for calls that have it", NULL, &w.about.fast},
        {"strategy", 0, "S", "one alone, and store nothing; several times (all)", w.strategies,
         &w.strategy_count},
        {"dims", 0, "K", "the number of dimensions: 1, 2 or 3 (3)", &w.dims, NULL},
        {"density", 0, "D", "points in a cube as wide as the cutoff; several times (1, 10, 100)", w.densities,
         &w.density_count},
        {"points", 0, "N", "several times (cubes 2, 4, 8, 16 and 32 cutoffs wide)", w.points, &w.point_count},
        {"precision", 0, "P", "single or double; several times (single)", w.precisions, &w.precision_count},
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &w.device, NULL},
        {"seconds", 0, "S", "the time for all clouds; 60 by default", &w.seconds, NULL},
        {"quiet", 'q', NULL, "no progress and no report", NULL, &w.quiet}};
    const option_table table = {
        rows, sizeof rows / sizeof *rows,
        .head = "nearfield tune interact: finds the fastest strategy for sums of a pair function, and stores "
                "it\n\n"
                "usage: nearfield tune interact --function F [options]\n\n",
        .foot =
            "\nnf_interact() and nearfield interact then take this strategy for the same function, where "
            "points are\n"
            "about as many (a factor of 2.8) and about as dense (1.7), in a box that is periodic along all "
            "axes.\n"
            "Between and around the clouds that were measured, the nearest one decides.\n"
            "What is measured is the time from new positions to sums.\n"
            "Clouds are finished one after the other.  The best is stored when all strategies that can "
            "serve\n"
            "were measured for a cloud, so that an interrupted run loses only the current cloud.  With\n"
            "--strategy nothing is stored.  symmetric is measured but never stored: calls take it by name "
            "only.\n"
            "In 2 dimensions a cube is a square, in 1 an interval.\n"
            "Calls with a skin, query points, filters or systems, and boxes that are not periodic along all\n"
            "axes, have no stored choice: they go by rule.\n"};
    argv[0] = name;
    const int code = read_options(argc, argv, &table, none, 0, &operands);
    return code == EXIT_DONE ? run(&w) : code;
}

/* nearfield pairs: every pair of points closer than a cutoff. */
#include "formats.h"
#include "job.h"
#include "sink.h"
#include "timing.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The options as the command line has them. */
typedef struct words {
    const char *cutoff, *precision, *cells, *method, *repeat;
} words;

/* One value of an option that takes a word. */
typedef struct choice {
    const char *option, *word;
    int value;
} choice;
static const choice choices[] = {
    {"precision", "single", NF_FLOAT32},   {"precision", "double", NF_FLOAT64},
    {"cells-per-cutoff", "auto", 0},       {"cells-per-cutoff", "1", 1},
    {"cells-per-cutoff", "2", 2},          {"cells-per-cutoff", "3", 3},
    {"method", "search", NF_PAIRS_SEARCH}, {"method", "potential", NF_PAIRS_POTENTIAL},
};

/* The value of `word` for `option`; without a word the value given. */
static int choose(const char *option, const char *word, int *value) {
    char known[128] = "";
    if (!word) return NF_EXIT_DONE;
    for (size_t k = 0; k < sizeof choices / sizeof *choices; k++) {
        if (strcmp(choices[k].option, option) != 0) continue;
        if (strcmp(choices[k].word, word) == 0) {
            *value = choices[k].value;
            return NF_EXIT_DONE;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", choices[k].word);
    }
    return complain(NF_EXIT_USAGE, "--%s knows %s, not \"%s\"", option, known, word);
}

static int read_cutoff(const char *word, double *cutoff) {
    char *end = NULL;
    if (!word) return complain(NF_EXIT_USAGE, "--cutoff R is required");
    *cutoff = strtod(word, &end);
    if (end == word || *end) return complain(NF_EXIT_USAGE, "the cutoff \"%s\" is not a number", word);
    if (!(*cutoff > 0) || isinf(*cutoff))
        return complain(NF_EXIT_USAGE, "the cutoff is %s: it must be positive and finite", word);
    return NF_EXIT_DONE;
}

static int read_repeat(const char *word, int *repeat) {
    char *end = NULL;
    const long value = word ? strtol(word, &end, 10) : 1;
    *repeat = (int)value;
    if (!word || (end != word && !*end && value >= 1 && value <= MOST_RUNS)) return NF_EXIT_DONE;
    return complain(NF_EXIT_USAGE, "--repeat takes a whole number from 1 to %d, not \"%s\"", (int)MOST_RUNS,
                    word);
}

static int check(pairs_job *job, const words *w, size_t operands) {
    int precision = NF_TYPE_NONE, method = NF_PAIRS_SEARCH;
    const char *device = getenv("NEARFIELD_DEVICE");
    if (!job->device && device && strcmp(device, "host") == 0) job->device = device; /* as --device host */
    int code =
        operands && *job->source
            ? NF_EXIT_DONE
            : complain(NF_EXIT_USAGE, "which points? Give a file, - or random:N; see nearfield pairs --help");
    if (code == NF_EXIT_DONE) code = read_cutoff(w->cutoff, &job->cutoff);
    if (code == NF_EXIT_DONE) code = choose("precision", w->precision, &precision);
    if (code == NF_EXIT_DONE) code = choose("cells-per-cutoff", w->cells, &job->options.cells_per_cutoff);
    if (code == NF_EXIT_DONE) code = choose("method", w->method, &method);
    if (code == NF_EXIT_DONE) code = read_repeat(w->repeat, &job->repeat);
    job->precision = (nf_type)precision;
    job->options.method = (nf_pairs_method)method;
    if (code == NF_EXIT_DONE && job->count_only && (job->output || job->verify || job->options.sorted))
        code = complain(NF_EXIT_USAGE,
                        "--count finds no pairs: it does not go with --output, --verify or --sorted");
    if (code == NF_EXIT_DONE && job->json && job->output && strcmp(job->output, "-") == 0)
        code = complain(NF_EXIT_USAGE, "--json and --output - would both go to standard output");
    if (code == NF_EXIT_DONE && job->output_format && !job->output)
        code = complain(NF_EXIT_USAGE, "--output-format says how --output is written, which is missing");
    if (code == NF_EXIT_DONE && job->verify && job->device && strcmp(job->device, "host") == 0)
        code = complain(NF_EXIT_USAGE,
                        "--verify compares a device with the host: it does not go with --device host");
    return code;
}

/* The output replaces a file: it must not be the one that is read. */
static int check_output(const pairs_job *job) {
    struct stat in, out;
    const int standard = strcmp(job->source, "-") == 0;
    if (!job->output || stat(job->output, &out) != 0) return NF_EXIT_DONE;
    if ((standard ? fstat(STDIN_FILENO, &in) : stat(job->source, &in)) != 0) return NF_EXIT_DONE;
    if (in.st_dev != out.st_dev || in.st_ino != out.st_ino) return NF_EXIT_DONE;
    return complain(NF_EXIT_USAGE, "%s is read and would be written: give the output another name",
                    job->output);
}

static void print_help(const option_row *rows, size_t count) {
    size_t formats = 0;
    const io_format *known = io_formats(&formats);
    printf("nearfield pairs: every pair of points closer than a cutoff, each once\n\n"
           "usage: nearfield pairs SOURCE --cutoff R [options]\n\n"
           "SOURCE is a file, - for standard input (with --format), or random:N[:SEED], N points in the unit "
           "cube.\n"
           "Files may be gzipped. Units stay those of the file. Space is open: a periodic box is ignored, "
           "and that "
           "is said.\n\n");
    for (size_t k = 0; k < formats; k++)
        printf("  %-8s .%-22s %s\n", known[k].name, known[k].extensions, known[k].description);
    printf("\n");
    print_options(rows, count);
    printf("\noutput formats:");
    for (size_t k = 0; io_sink_format_at(k); k++) printf(" .%s", io_sink_format_at(k)->extension);
    printf("   (m x 2 indices from 0, i < j)\n"
           "exit codes: 0 done, 2 usage, 3 bad input file or points, 4 no device, 5 memory or capacity, 1 "
           "anything else\n");
}

int command_pairs(int argc, char **argv) {
    pairs_job job;
    words w = {NULL, NULL, NULL, NULL, NULL};
    int help = 0;
    size_t operands = 0;
    memset(&job, 0, sizeof job);
    const option_row rows[] = {
        {"cutoff", 'c', "R", "pairs are closer than this, in the units of the points", &w.cutoff, NULL},
        {"precision", 0, "P", "single or double; the file's own by default", &w.precision, NULL},
        {"cells-per-cutoff", 0, "C", "1, 2, 3 or auto; changes the order of pairs alone", &w.cells, NULL},
        {"method", 0, "M", "search, or potential: the baseline that stores every candidate", &w.method, NULL},
        {"sorted", 0, NULL, "pairs in ascending order", NULL, &job.options.sorted},
        {"device", 'd', "X", "index or part of a name (nearfield devices), or host: plain C", &job.device,
         NULL},
        {"count", 0, NULL, "only count the pairs", NULL, &job.count_only},
        {"verify", 0, NULL, "compare every byte with the answer of plain C", NULL, &job.verify},
        {"repeat", 0, "N", "search N times; the times are those of the median, without the first", &w.repeat,
         NULL},
        {"output", 'o', "FILE", "write the pairs: .npy, .csv or .npz; - is standard output, without a report",
         &job.output, NULL},
        {"output-format", 0, "F", "npy, csv or npz, where FILE does not tell; - is csv otherwise",
         &job.output_format, NULL},
        {"format", 'f', "F", "the format of SOURCE, where its name does not tell", &job.format, NULL},
        {"columns", 0, "LIST",
         "of a table: 2,3,4 by position from 1, x,y,z by name (\"2\" or name:2 for a number)", &job.columns,
         NULL},
        {"array", 0, "NAME", "of an .npz: the array that holds the points", &job.array, NULL},
        {"json", 0, NULL, "one JSON object on standard output, nothing else", NULL, &job.json},
        {"quiet", 'q', NULL, "no report and no progress; with --count the number alone", NULL, &job.quiet},
    };
    const size_t count = sizeof rows / sizeof *rows;
    int code = read_options(argc, argv, rows, count, &job.source, 1, &operands, &help);
    if (code != NF_EXIT_DONE) return code;
    if (help) {
        print_help(rows, count);
        return NF_EXIT_DONE;
    }
    code = check(&job, &w, operands);
    if (code == NF_EXIT_DONE) code = check_output(&job);
    if (code == NF_EXIT_DONE) code = run_job(&job);
    if (*job.cloud.warning) complain(NF_EXIT_DONE, "%s: %s", job.source, job.cloud.warning);
    if (*job.ignored && !job.quiet) complain(NF_EXIT_DONE, "%s", job.ignored);
    const int taken = job.output && strcmp(job.output, "-") == 0; /* standard output */
    if (code == NF_EXIT_DONE && job.json) report_json(&job);
    else if (code == NF_EXIT_DONE && !job.quiet && !taken) report_text(&job);
    else if (code == NF_EXIT_DONE && job.count_only) printf("%llu\n", (unsigned long long)job.pairs);
    free_job(&job);
    return code;
}

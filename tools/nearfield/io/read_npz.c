#include "formats.h"
#include "zip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What an array of points is called, so that it is known among others. */
static const char *const names[] = {"points", "positions", "coordinates", "xyz"};

typedef struct archive {
    const char *wish; /* what --array says, or NULL */
    io_source best;   /* what was taken so far */
    char name[256];
    int known;          /* its name is one of names[], or the one wished for */
    size_t equals;      /* how many more there are that could as well be meant */
    char others[120];   /* their names */
    io_problem refusal; /* why the first array that is none of points was not taken */
} archive;

static int is_known(const archive *a, const char *name) {
    if (a->wish) return strcmp(name, a->wish) == 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcasecmp(name, names[i]) == 0) return 1;
    return 0;
}

/* Keeps the array whose name is known, or else the first one. */
static void take(archive *a, const char *name, io_source *points) {
    const int known = is_known(a, name);
    if (a->best.data && known <= a->known) {
        const size_t used = strlen(a->others);
        a->equals += known == a->known;
        if (known == a->known) snprintf(a->others + used, sizeof a->others - used, ", %.40s", name);
        io_source_free(points);
        return;
    }
    io_source_free(&a->best);
    a->best = *points;
    a->known = known;
    a->equals = 0;
    a->others[0] = '\0';
    snprintf(a->name, sizeof a->name, "%s", name);
}

/* Reads one member.  An array that holds no points is skipped; a damaged member is an error. */
static int read_member(archive *a, io_zip_member *member) {
    char title[400], name[sizeof member->name];
    io_input array;
    io_source points;
    io_problem problem = {0, ""};
    char *dot = NULL;
    snprintf(name, sizeof name, "%s", member->name);
    dot = strrchr(name, '.');
    if (!dot || strcmp(dot, ".npy") != 0) return io_zip_finish(member);
    *dot = '\0';
    if (a->wish && strcmp(name, a->wish) != 0) return io_zip_finish(member);
    snprintf(title, sizeof title, "%.200s: %.150s", member->in->name, name);
    if (io_input_open_stream(&array, title, io_zip_read, member, &problem) != 0)
        return *member->in->problem = problem, problem.code;
    memset(&points, 0, sizeof points);
    const int refused = io_read_npy(&array, &points);
    io_input_close(&array);
    const int failed = member->in->problem->code != 0 ? member->in->problem->code : io_zip_finish(member);
    if (failed == 0 && refused == 0) take(a, name, &points);
    else if (failed != 0) io_source_free(&points);
    else if (problem.code != NF_EXIT_INPUT) *member->in->problem = problem;
    else if (a->refusal.code == 0) a->refusal = problem;
    return member->in->problem->code;
}

static int read_members(io_input *in, archive *a) {
    io_zip_member member = {.in = in};
    int found = 0;
    in->problem->code = 0;
    do {
        int failed = io_zip_next(&member, &found);
        if (failed == 0 && found) failed = read_member(a, &member);
        io_zip_close(&member);
        if (failed != 0) return failed;
    } while (found);
    return 0;
}

int io_read_npz(io_input *in, io_source *out) {
    archive a = {.wish = in->array};
    int failed = read_members(in, &a);
    if (failed == 0 && !a.best.data && a.refusal.code != 0) {
        *in->problem = a.refusal;
        failed = a.refusal.code;
    } else if (failed == 0 && !a.best.data && a.wish)
        failed = io_input_fail(in, "has no array '%.60s'.", a.wish);
    else if (failed == 0 && !a.best.data) failed = io_input_fail(in, "has no array.");
    else if (failed == 0 && a.equals > 0)
        failed = io_input_fail(in, "has several arrays that may be the points (%.40s%s); --array says which.",
                               a.name, a.others);
    if (failed != 0) {
        io_source_free(&a.best);
        return failed;
    }
    *out = a.best;
    snprintf(out->note, sizeof out->note, "array %.100s", a.name);
    return 0;
}

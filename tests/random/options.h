/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The options of a case, as a table of names and values, and their draw, in which every pair of values comes as soon as it can. */
#ifndef RANDOM_OPTIONS_H
#define RANDOM_OPTIONS_H

#include <stdint.h>
#include <stdio.h>

/* The letters of the questions, in the order of their names in the table. */
#define RND_QUESTIONS "PNLHKFCIZrscgo"

/* X(name, words, questions it applies to, values): a value that begins with + is drawn for large runs alone. */
#define RND_TABLE(X)                                                                                         \
    X(QUESTION, "question", RND_QUESTIONS,                                                                   \
      "pairs|count|lists|histogram|knn|fof|catalogue|interact|zsort|reduce|scan|compact|gather|sort")        \
    /* the cloud */                                                                                          \
    X(TYPE, "type", "PNLHKFCIZ", "float32|float64")                                                          \
    X(DIMS, "dims", "PNLHKFCIZ", "3|2|1|5")                                                                  \
    X(KIND, "kind", "PNLHKFCIZ",                                                                             \
      "uniform|lattice|plane|line|one place|duplicates|few places|outliers|blobs|small scale|large "         \
      "scale|faces|"                                                                                         \
      "outside|subnormal|negative zero|two clumps|shell|diagonal|next floats|integers|decades|far away|"     \
      "not finite")                                                                                          \
    X(SIZE, "n", "PNLHKFCIZ", "0|1|2|few|tens|hundreds|thousands|+many")                                     \
    X(LAYOUT, "layout", "PNLHKFCIZ",                                                                         \
      "rows|strided rows|axes|strided axes|buffer|strided buffer|device axes|strided device axes")           \
    X(BOX, "box", "PNLHKFCI", "none|zeros|rectangular|mirrored|sheared|left-handed|thin")                    \
    X(PERIODIC, "periodic", "PNLHKFCI", "xyz|x|y|z|xy|xz|yz|no")                                             \
    X(MOVE, "cloud", "PNLHKFCI", "same|new|drifted|moved|moved with box")                                    \
    X(BATCH, "systems", "PNLHKFCIZ", "none|one|some|boxes|cutoffs|boxes and cutoffs")                        \
    /* the call */                                                                                           \
    X(CUTOFF, "cutoff", "PNLHKFCI", "tiny|short|medium|long|about the box|a distance")                       \
    X(PREPARE, "prepare", "PNLHI", "no|yes")                                                                 \
    X(FORM, "form", "PLHKFCI", "new|reused|outputs|room|short|unseen|chunks")                                \
    X(SYNC, "sync", "PLHKFCIZrscgo", "none|queue|out of order|waits")                                        \
    X(ESTIMATE, "estimate", "PLHKFCIZrscgo", "no|yes")                                                       \
    /* searches */                                                                                           \
    X(FEW, "few points on the host", "PNL", "table|walk")                                                    \
    X(METHOD, "method", "PN", "search|potential, 0|potential, 1|potential, 2|potential, 3")                  \
    X(SORTED, "sorted", "PNL", "0|1")                                                                        \
    X(HALF, "half", "L", "0|1")                                                                              \
    X(CELL_ORDER, "cell order", "L", "0|1")                                                                  \
    X(ARRAYS, "arrays", "PL", "default|distances|vectors|shifts|all|offsets alone")                          \
    X(MADE, "made arrays", "PLK", "none|rows|int64|all|alone")                                               \
    X(QUERIES, "queries", "PNLHKI", "none|no points|few|many|same")                                          \
    X(QUERY_LAYOUT, "query layout", "PNLHKI",                                                                \
      "rows|strided rows|axes|strided axes|buffer|strided buffer|device axes|strided device axes")           \
    X(MINIMUM, "min distance", "PNLHI", "0|small|half|above")                                                \
    X(RADII, "radii", "PNLHI", "none|equal|random|few large|some zero|zero")                                 \
    X(RULE, "rule", "PNLHI", "query|sum|larger")                                                             \
    X(RADII_LAYOUT, "radii layout", "PNLHI",                                                                 \
      "rows|strided rows|axes|strided axes|buffer|strided buffer|device axes|strided device axes")           \
    X(BY_RADII, "cutoff by radii", "PNLHI", "no|yes")                                                        \
    X(TYPES, "types", "PNLHI", "none|within the cutoff|without a cutoff")                                    \
    X(EXCLUSIONS, "exclusions", "PNLHI", "none|host|device")                                                 \
    X(SKIN, "skin", "LI", "none|small|large")                                                                \
    X(BINS, "bins", "H", "1|2|10|64|1000")                                                                   \
    X(EDGES, "edges", "H", "none|from 0|from a distance")                                                    \
    X(COUNTS_OF, "counts of", "H", "bins|bins by types|rows by types")                                       \
    /* trees */                                                                                              \
    X(NEAREST, "k", "K", "1|2|5|16|32|33|70")                                                                \
    X(SELF, "self", "K", "0|1")                                                                              \
    X(MAXIMUM, "max distance", "K", "0|cutoff")                                                              \
    X(Z_ORDER, "z order", "K", "0|1")                                                                        \
    X(NEAR_ARRAYS, "knn arrays", "K", "default|indices|distances|kth|means|densities|all|vectors|shifts")    \
    X(SPACINGS, "in spacings", "F", "0|1")                                                                   \
    X(CORES, "min points", "F", "0|1|2|5")                                                                   \
    X(GROUP_ARRAYS, "fof arrays", "F", "labels|cores|order|all|numbers|bytes")                               \
    X(LINKING, "linking length", "C", "none|length|spacings|another")                                        \
    X(LABELS, "labels", "C", "friends|random|noise")                                                         \
    X(MEMBERS, "min members", "C", "0|1|2|5")                                                                \
    X(WEIGHTS, "weights", "C", "none|ones|random|some zero|zero")                                            \
    X(PAIR_WEIGHTS, "pair weights", "H", "none|whole|random|signed|decades|zero")                            \
    X(WEIGHT_LAYOUT, "weight layout", "CH",                                                                  \
      "rows|strided rows|axes|strided axes|buffer|strided buffer|device axes|strided device axes")           \
    X(VELOCITIES, "velocities", "C", "none|host|device")                                                     \
    X(MEASURES_OF, "catalogue arrays", "C",                                                                  \
      "default|groups|masses|centres|sizes|members|percolates|dispersions|order|offsets|order and offsets")  \
    /* sums */                                                                                               \
    X(FUNCTION, "function", "I", "general|radial|mutual")                                                    \
    X(STRATEGY, "strategy", "I", "by rule|0|1|2|3|4|5|6|7|8|9|10|11|12")                                     \
    X(SUM64, "sum64", "I", "0|1")                                                                            \
    X(FAST, "fast", "I", "0|1")                                                                              \
    X(WANTED, "wanted", "I", "all|first|last|named|none")                                                    \
    X(TOTALS, "totals", "I", "0|1")                                                                          \
    X(FIELDS, "fields", "I", "host|strided|device")                                                          \
    /* primitives */                                                                                         \
    X(ELEMENT, "elements", "rscgo", "uint32|uint64|int32|float32|float64")                                   \
    X(COUNT, "count", "rscgo", "0|1|few|hundreds|thousands|+many")                                           \
    X(VALUES, "values", "rscgo", "random|equal|ascending|small|extreme")                                     \
    X(OPERATION, "operation", "rs", "sum|min|max")                                                           \
    X(INCLUSIVE, "inclusive", "s", "0|1")                                                                    \
    X(IN_PLACE, "in place", "s", "0|1")                                                                      \
    X(FLAGGED, "flags", "c", "none|all|half|few")                                                            \
    X(WITHOUT_VALUES, "without values", "co", "0|1")                                                         \
    X(WORDS, "words", "g", "1|2|3|4|5|8")                                                                    \
    X(BITS, "bits", "o", "all|low|one|upper")

#define RND_NAME(name, words, questions, values) RND_##name,
enum { RND_TABLE(RND_NAME) RND_OPTIONS };
#undef RND_NAME

/* The most values of an option. */
enum { RND_VALUES_MOST = 24 };

/* One call: the value of each option, or -1 where it does not apply. */
typedef struct rnd_case {
    uint64_t number;  /* in the run */
    uint64_t seed;    /* of its numbers */
    int first;        /* 1: a sequence begins */
    int slot, result; /* the cloud and the result that it takes */
    signed char value[RND_OPTIONS];
    const char *refused; /* why the API refuses it, or NULL */
    int status;          /* with this nf_status */
} rnd_case;

/* The draw of a run; it depends on its arguments alone.  fixed: "option=value", ..., NULL, which all cases have. */
typedef struct rnd_draw rnd_draw;
rnd_draw *rnd_draw_begin(uint64_t seed, int large, const char *questions, const char *const *fixed);
void rnd_draw_end(rnd_draw *draw);
void rnd_draw_case(rnd_draw *draw, rnd_case *c);

/* The words of an option and its values. */
const char *rnd_option_words(int option);
int rnd_option_count(int option);
const char *rnd_option_value(int option, int value);
/* 1 if a question, by its number, has the option. */
int rnd_applies(int option, int question);
/* One line with all options of a case. */
void rnd_describe(const rnd_case *c, char *to, size_t size);

/* Notes that a case was answered, or refused. */
void rnd_draw_note(rnd_draw *draw, const rnd_case *c, int answered);
/* Prints which pairs of values never were answered: those that are refused, those that have no meaning together, and the rest. */
void rnd_draw_report(rnd_draw *draw, int all, FILE *to);

/* Why the API refuses a case, by its documentation, and with which nf_status; NULL if it does not (refusals.c). */
const char *rnd_refusal(const rnd_case *c, int *status);
/* 1 if there is a reason for this status: of several reasons any may be told. */
int rnd_refuses_with(const rnd_case *c, int status);
/* 1 if a device may refuse with this status what the host answers. */
int rnd_device_may_refuse(const rnd_case *c, int status);

#endif

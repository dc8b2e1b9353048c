/* Sums over the neighbours of every point of a pair function that the caller writes in OpenCL C. */
#ifndef NEARFIELD_INTERACT_H
#define NEARFIELD_INTERACT_H

#include <nearfield/cloud.h>
#include <nearfield/conditions.h>
#include <nearfield/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- pair functions ------------------------------------------------------------------------------------- */

/* A pair function: its source, and what it declares.  Free it before its context; clouds and results do not need it. */
typedef struct nf_function nf_function;

/* The most fields, parameters, tables and sums that a function declares; a vector sum counts as one. */
enum { NF_FIELDS_MOST = 16, NF_PARAMETERS_MOST = 32, NF_TABLES_MOST = 4, NF_NAME_BYTES = 32 };

/* A sum of a function. */
typedef struct nf_sum_info {
    char name[NF_NAME_BYTES]; /* of its array */
    int vector;               /* 1: it has a component for each dimension; 0: it is one number */
    int sign; /* what j receives of a pair's contribution to i: 1 the same, -1 the opposite; 0: not declared */
    double most; /* the largest absolute value of a sum, for symmetric evaluation; 0: not declared */
} nf_sum_info;

/* A parameter of a function. */
typedef struct nf_parameter_info {
    char name[NF_NAME_BYTES]; /* of the member of `parameters` */
    double value;             /* the default */
} nf_parameter_info;

/* What a function declares, in the order of its source. */
typedef struct nf_function_info {
    int radial;     /* 1: the function returns the factor of D; 0: it is called with D */
    int fields;     /* the number of its fields */
    int parameters; /* of its parameters, without p->cutoff */
    int tables;     /* of its tables */
    int sums;       /* of its sums */
    char field[NF_FIELDS_MOST][NF_NAME_BYTES];       /* the names of the fields */
    nf_parameter_info parameter[NF_PARAMETERS_MOST]; /* the parameters */
    char table[NF_TABLES_MOST][NF_NAME_BYTES];       /* the names of the tables */
    nf_sum_info sum[NF_SUMS_MOST];                   /* the sums */
} nf_function_info;

/**
 * Takes the source of a pair function.  Lines of the source declare what it uses:
 *
 *     #pragma nearfield radial                        or: general
 *     #pragma nearfield field NAME                    a number that each point carries beside its position
 *     #pragma nearfield parameter NAME VALUE          a number of the call, and its default
 *     #pragma nearfield table NAME                    an array of the call
 *     #pragma nearfield sum NAME vector odd 1e6       a sum: vector or scalar; what j receives of a pair's contribution, odd: the
 *                                                     opposite, even: the same, none; and the largest absolute value that a
 *                                                     sum takes, for symmetric evaluation.  The last two may be left out
 *
 * and it defines a function with the name interact, in one of two shapes:
 *
 *     static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to)               radial
 *     static void interact(const fields *i, const fields *j, vector D, real d2, const parameters *p, sums *to)     general
 *
 * `real` is the type of the points, D = r_j - r_i + S.H has the members x, y, z (0 beyond the dims of the points), and d2 = D . D.
 * A radial function returns the factor of D, which is added to the one vector sum, if it declares any, and adds to the scalar sums of i itself
 * (`to->energies += ...`); a general one adds to all sums (`to->forces.x += ...`).  Fields are i->NAME, parameters p->NAME, among which
 * is always p->cutoff, and tables p->NAME[k], k < p->NAME_count.  inverse(x), quotient(a, b), root(x), inverse_root(x) and
 * exponential(x) are those of OpenCL C, or with `fast` the native ones.
 * DIMS is the number of dims of the points.  The source may define other static functions, types and constants.  Its names must not begin with nf_, and must not be those of the
 * library's kernels: the error names the first that is.
 *
 * name     a function that comes with the library, if `source` is NULL: "lennard-jones", ... (nf_function_names)
 * source   the text of a function, or NULL
 * file     its name in messages of the compiler, for example "force.cl"; NULL: "function"
 * Owner    *out is the caller's; release it with nf_function_free().  The text is copied.
 * Errors   NF_ERROR_ARGUMENT for a declaration that is not valid, with its line; NF_ERROR_MEMORY.  The compiler sees the function when it is
 *          first used: NF_ERROR_BUILD then, and nf_context_build_log() has its messages.
 */
NF_API nf_status nf_function_create(nf_context *context, const char *name, const char *source,
                                    const char *file, nf_function **out);

/** What a function declares; valid until it is freed.  All zeros for NULL. */
NF_API const nf_function_info *nf_function_declares(const nf_function *function);

/** The names of the functions that come with the library, in alphabetical order; NULL beyond the last one. */
NF_API const char *nf_function_name(size_t index);

/** Releases a function.  NULL is allowed. */
NF_API void nf_function_free(nf_function *function);

/** The names of the strategies, by which nf_interact() may walk the neighbours; NULL beyond the last one.  tools/docs/embedding.md describes
    them. */
NF_API const char *nf_strategy_name(size_t index);

/* How a call walked the neighbours.  All texts are "" before the first call. */
typedef struct nf_strategy_use {
    char name[NF_NAME_BYTES]; /* of the strategy */
    char rule[NF_NAME_BYTES]; /* what the rule takes; "" if the options asked for one */
    /* What chose it: "asked" (the options), "stored" (a profile has this class of calls), "nearest" (it has another class, which is the nearest of those
       that it has), or "rule". */
    char source[8];
    /* The name under which the choice for such calls is stored: the function or a hash of its source, dims, types, whether it is `fast`, the class of
       the density, which is the nearest power of 3 of the points in a cube as wide as the cutoff, and that of n, the
       nearest power of 8.  Another class of the same function, dims, types and `fast` serves if there is no choice under this name, and if density and n
       differ from it by at most a factor of 64 together: the one for which that factor is least, of several the denser, then the larger.
       "" where calls have no stored choice: with a skin, query points, conditions, systems, and in boxes that
       are not periodic along all axes, as the density is not known. */
    char key[80];
    char from
        [80]; /* the name of the choice that was taken: `key`, or that of the nearest class; "" for none */
    /* A stored choice that there is not, or that cannot serve the call; "" for none. */
    char ignored[NF_NAME_BYTES];
} nf_strategy_use;

/** How the last nf_interact() or nf_interact_into() of the context walked the neighbours.  Valid until the next; all "" for NULL.
    `nearfield tune interact` stores choices, and so does nf_choice_store() (tuning.h). */
NF_API const nf_strategy_use *nf_strategy_used(const nf_context *context);

/* ---- sums ----------------------------------------------------------------------------------------------- */

/* A parameter of a call. */
typedef struct nf_parameter {
    const char *name; /* as declared */
    double value;     /* finite; rounded to the type of the points */
} nf_parameter;

/* Numbers of a call by name: a field, one for each point, or a table.  They have the type of the points, and are in host memory or on the
   device. */
typedef struct nf_numbers {
    const char *name; /* as declared */
    uint64_t n;       /* of the points, or the elements of a table */
    const void *host; /* in host memory, or NULL */
    nf_slice device;  /* on the device */
    uint64_t stride;  /* the distance between them in elements; 0: 1 */
} nf_numbers;

/* Options of nf_interact and its variants.  All zeros are the defaults. */
typedef struct nf_interact_options {
    const nf_parameter *parameters; /* those that are not given have their defaults */
    size_t parameter_count;         /* the number of `parameters` */
    const nf_numbers *fields;       /* all that the function declares, n of each */
    size_t field_count;             /* the number of `fields` */
    const nf_numbers *tables;       /* all that the function declares */
    size_t table_count;             /* the number of `tables` */
    int sum64; /* nonzero: contributions are computed in the points' type and added in double, which the arrays have; not with float-only devices */
    int fast; /* nonzero: the function's arithmetic may be contracted, and inverse(), root(), ... are the native functions of OpenCL C, with errors that the
                   device defines.  Which points are neighbours does not depend on it. */
    int totals; /* nonzero: the result also has the sum of each array of sums over all points: NF_ARRAY_TOTALS */
    /* Query points: sums are theirs, over points of the cloud.  They carry `query_fields`.  NULL: the points of the cloud. */
    const nf_points *queries;
    const nf_numbers *query_fields;  /* as `fields`, for the query points */
    size_t query_field_count;        /* the number of `query_fields` */
    const nf_conditions *conditions; /* further conditions on neighbours; NULL: none */
    const char *
        strategy; /* how neighbours are walked: a name of nf_strategy_name(); NULL: what is stored for such calls or the nearest ones, otherwise by rule (nf_strategy_used) */
    const double *
        ranges; /* for the strategy "symmetric": the largest absolute value of each sum; 0, or NULL for all: as declared */
    const nf_slice *places; /* nf_interact_into(): where it writes each sum, in the order of the function */
    nf_slice total_place;   /* nf_interact_into() with `totals` */
    double skin;            /* for points that move in small steps: a length, or 0 for none; see Skin below */
} nf_interact_options;

/**
 * Sums a pair function over the neighbours of every point, or of every query point.
 *
 * Shapes  points: n x dims.  NF_ARRAY_SUMS + k: the k-th sum of the function, n x dims for a vector or n, of the points' type, or float64 with
 *         `sum64`, in the order of the points; nf_result_array() gives its name.  NF_ARRAY_TOTALS: the totals of all sums, float64 (float32 on
 *         devices without it), one after the other, a vector with dims components.
 * Units   `cutoff` is in the units of the points.
 * Rule    that of nf_pairs() decides which points are neighbours.  Each image of a neighbour counts, a point's own images too.
 * Order   In which order contributions are added depends on the device and its tuning alone: the same device, driver and tuning give the same
 *         bits in every run.  Between devices sums differ by rounding: of the function, and by at most m - 1 roundings of the sum of
 *         the absolute values of m contributions.
 * Systems For a batch (nf_systems) neighbours are points of the same system, and p->cutoff is that of the system.
 * Symmetric  The strategy "symmetric" evaluates each pair once, and adds what it gives to one point to the other, too, with the sign that the sum
 *         declares; all sums must declare sign and range, or have a range in `ranges`.  Numbers are added in 64-bit fixed point, so that the order does
 *         not matter, in units of 2^-37 of the range or less for up to 16 million points.  A sum that leaves its range, or one over
 *         some of the neighbours that does, is an error that names it, and the call waits to learn of it.  The sums of all points are
 *         exactly 0 together where they are odd, before they are rounded to their type.  It serves what "cluster-lists" does, on
 *         devices for which the self-check has proved 64-bit atomics, and is taken only by name.
 * Skin    For points that move in small steps.  With a skin the strategies "cluster-lists" and "symmetric" keep on the device, also when the cloud is moved, in which
 *         order the points were and lists of those within cutoff + skin.  A call with the same cutoff and skin sums from these lists, with
 *         what fields, parameters and function it is given, and builds them anew only if a point is more than skin / 2 (less a share for
 *         rounding, as for nf_lists()) from where it was when they were built, or if the number, type or dims of the points or the box have
 *         changed; nf_cloud_builds() counts that.  Sums are those of the points where they are, in either case.  Points are compared as
 *         given: one that the application wraps into the periodic box has moved by a cell vector.  Other strategies, and clouds that can
 *         have no such lists (points that are far from each other or boxes that are small, in cutoffs), are summed anew in every call.
 * Result  as for nf_pairs().  nf_result_total() is 0.
 * Sync    as for nf_pairs().  The call waits for no result, except with totals, a skin or the strategy "symmetric"; fields and tables in host memory may change when it returns.
 * Errors  as nf_pairs(); NF_ERROR_ARGUMENT for a skin that is negative or not finite, for a field or a table that is missing, and for names that the function does not declare;
 *         and for a sum that leaves its range; NF_ERROR_BUILD for a function that the compiler does not accept; NF_ERROR_UNSUPPORTED for `sum64` without double precision, and for
 *         a `strategy` that cannot serve the call.
 */
NF_API nf_status nf_interact(nf_cloud *cloud, double cutoff, const nf_function *function,
                             const nf_interact_options *options, const nf_sync *sync, nf_result **result);

/**
 * nf_interact() into the caller's buffers, options->places.  After nf_cloud_prepare() for this cutoff, a call without query points, conditions, and
 * fields and tables in host memory waits for nothing.  Otherwise it may wait for the order of the points, as nf_cloud_prepare() does.
 *
 * Moving  After nf_cloud_move() of a cloud that was searched or prepared, the call may order the new points without waiting; on GPUs it
 *         usually does.  It then assumes that they need cells of the same kind, and about as many.  If that is wrong, or if a point is not finite,
 *         all sums are NaN.  In that case call nf_cloud_prepare(), or nf_interact(): it succeeds, or returns the error.
 * Skin    The call does not wait to learn whether points have moved too far for the lists that are kept: if one has, all sums are NaN, in later
 *         calls too, until nf_interact() has built other lists.
 * Symmetric  A sum that leaves its range is NaN; if a sum over some of the neighbours leaves it, all sums are NaN.
 * Errors  as nf_interact(), after which the places are undefined and no event is returned.
 */
NF_API nf_status nf_interact_into(nf_cloud *cloud, double cutoff, const nf_function *function,
                                  const nf_interact_options *options, const nf_sync *sync);

/**
 * Computes the largest amount of device memory that nf_interact() needs, including a copy of the points, in bytes; on GPUs mostly for lists, whose
 * length depends on the density.
 *
 * points   only n, dims, type and systems->count are used.
 * Errors   NF_ERROR_ARGUMENT.
 */
NF_API nf_status nf_interact_memory(nf_context *context, const nf_points *points, const nf_function *function,
                                    const nf_interact_options *options, uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif

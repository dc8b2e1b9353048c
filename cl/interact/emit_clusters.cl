// Sums a pair function over the partners of each point, for lanes: a tile is a cluster of WALK_POINTS consecutive points, which all lanes hold in
// registers; each lane takes one candidate, and adds what it does to all points of the cluster.
//   --search--> a row of each array of sums for each point
// No lane waits for what others decide, and a candidate is read once for the cluster.  Each lane has sums of its own for each point, which are
// added at the end in a fixed order.
//
// Decisions are those of the rule: with u relative to a point near the cluster, in floats, D = u_j - u_i.  Both are rounded once more than for
// margin.cl, as they are in the units of the points: u is off by 3 e of itself, e = 2^-24, and near the cutoff, with |u_j| <= |u_i| + 1 in cutoffs,
// D . D is off by e (12 |u_i| + 11), the cutoff squared by 3 e, and the rule by 6 e: less than E_i of margin.cl, and than that of the corner
// of the cluster's box.  Closer to the cutoff than that the rule decides, from both points as given.
// In float32 the function gets this D, which is off by at most 2^-21 cutoffs (for points outside of the box also by a rounding of the
// box); in float64 D is that of the folded points in double.
#pragma once
#if defined(EMIT_WORDS)
#error "emit_clusters.cl: the program has an emitter already"
#endif
#if !MARGIN
#error "emit_clusters.cl needs the margin"
#endif
#if !defined(LISTS_HALF)
#error "emit_clusters.cl needs the sides of a pair, a part before it"
#endif
#include "interact/apply.cl" // first: it ends what holds for the function alone
#include "search/systems.cl"
#define CLUSTER WALK_POINTS
#define PARTS   (32 / CLUSTER) // of the lanes whose sums are added by one

// Local memory: a column of sums of all lanes, a row more than they have for each point so that they are in different banks; the points of
// the cluster and their fields; and the images in which they are in the frame.
#define NF_SUM_WORDS  (NF_SUM64 || REAL64 ? 2 : SIDES_WORDS)
#define NF_REAL_WORDS (REAL64 ? 2 : 1)
#define FOLD_WORDS    (CLUSTER * 33 * NF_SUM_WORDS)
#define POINT_WORDS   ((3 + NF_FIELD_COUNT) * CLUSTER * NF_REAL_WORDS)
#define IMAGE_WORDS   (SHIFTS ? CLUSTER : 0)
#define EMIT_WORDS    (FOLD_WORDS + (FOLD_WORDS & 1) + POINT_WORDS + IMAGE_WORDS)
#define KEPT_PASSING
#define NOTES_PLACES 1
#define EMIT_CHUNKS
#define EMIT_SEGMENTS
#include "search/tally.cl"
#include "search/walk.cl"
#include "interact/cutoff.cl"
#include "interact/as_given.cl"

#define EMIT_PARAMETERS FUNCTION_PARAMETERS SIDES_PARAMETERS
#define EMIT_OF                                                                                              \
    nf_emitter_of(carried, nf_parameters_at(&cloud, PARAMETERS_OF), SUM_PLACES_OF,                           \
                  TILE_FIRST(&cloud, min(tile, tiles - 1)), SIDES_OF)

typedef struct nf_emitter {
    __global const real *carried;
    parameters given;
    nf_sum_places places;
    uint first; // of the cluster, in order
    float x[CLUSTER], y[CLUSTER],
        z[CLUSTER];          // of the points in the frame; far away if they are not in the segment
    float cutoff, sure, far; // squared distances below `sure` are partners, from `far` on not
    sums found[CLUSTER];
    nf_sides sides;
} nf_emitter;

static inline nf_emitter nf_emitter_of(__global const real *restrict carried, parameters given,
                                       nf_sum_places places, uint first, nf_sides sides) {
    nf_emitter emitter;
    emitter.carried = carried;
    emitter.given = given;
    emitter.places = places;
    emitter.first = first;
    emitter.sides = sides;
#pragma unroll
    for (int k = 0; k < CLUSTER; k++) emitter.found[k] = nf_sums_none();
    return emitter;
}

#define AWAY 1e18f // farther than any candidate; its square is finite

#if REAL64 && SHIFTS
static inline nf_vector nf_vector_at_shift(const walk_cloud *cloud, nf_shift shift) {
    int m[3];
    nf_shift_image(RARE_GRID(cloud), shift, m);
    return nf_vector_of(&RARE_GRID(cloud)->lattice, m);
}
#endif

static inline __local real *nf_room_reals(__local walk_room *room) {
    return (__local real *)(room->emit + FOLD_WORDS + (FOLD_WORDS & 1));
}

// What the function needs of a candidate, and of a point of the cluster.
typedef struct nf_other {
    real at[3];
    fields carried;
} nf_other;

static inline fields nf_own_fields(__local walk_room *room, int k) {
    __local const real *at = nf_room_reals(room) + 3 * CLUSTER + k;
    fields own;
#if NF_FIELD_COUNT
#define NF_FIELD_FETCH(name) own.name = at[nf_field_##name * CLUSTER];
    NF_FIELDS(NF_FIELD_FETCH)
#else
    own.none = 0;
    (void)at;
#endif
    return own;
}

#if SHIFTS
static inline __local nf_shift *nf_own_shifts(__local walk_room *room) {
    return (__local nf_shift *)(room->emit + EMIT_WORDS - IMAGE_WORDS);
}
#define NF_OWN_SHIFT(room, k) nf_own_shifts(room)[k]
#else
#define NF_OWN_SHIFT(room, k) NF_SHIFT_NONE
#endif

// The points of the cluster in the frame; that of the lane is there in this image.
TOGETHER void nf_cluster_put(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point, float4 u,
                             int mine, nf_shift shift, __local walk_room *room) {
    const float cutoff = 1 / cloud->inverse;
    __local float4 *stage = room->ring;
    __local real *own = nf_room_reals(room);
    lanes_sync();
    if (point->lane < CLUSTER) {
        stage[point->lane] =
            mine ? (float4)(u.x * cutoff, u.y * cutoff, u.z * cutoff, u.w) : (float4)(AWAY, AWAY, AWAY, 0);
#if REAL64 && SHIFTS
        const nf_vector vector = nf_vector_at_shift(cloud, shift);
#endif
#pragma unroll
        for (int a = 0; a < 3; a++) {
            own[a * CLUSTER + point->lane] = nf_query_plane(cloud, a, point->p);
#if REAL64 && SHIFTS
            own[a * CLUSTER + point->lane] += vector.at[a];
#endif
        }
#if SHIFTS
        NF_OWN_SHIFT(room, point->lane) = shift;
#else
        (void)shift;
#endif
#if NF_FIELD_COUNT
        __local real *to = own + 3 * CLUSTER + point->lane;
        const fields carried = nf_fields_of(emitter->carried, (uint)point->index);
#define NF_FIELD_STORE(name) to[nf_field_##name * CLUSTER] = carried.name;
        NF_FIELDS(NF_FIELD_STORE)
#endif
    }
    lanes_sync();
    float most = 0;
#pragma unroll
    for (int k = 0; k < CLUSTER; k++) {
        const float4 p = stage[k];
        emitter->x[k] = p.x;
        emitter->y[k] = p.y;
        emitter->z[k] = p.z;
        most = fmax(most, p.w);
    }
    float e = MARGIN_FMA(MARGIN_K, most, MARGIN_K);
#if SHIFTS
    e += room->frame.blur;
#endif
    emitter->cutoff = cutoff;
    emitter->sure = cutoff * cutoff * (1 - e);
    emitter->far = cutoff * cutoff * (1 + e);
    lanes_sync();
}

TOGETHER void emit_segment(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point, float4 u,
                           int mine, __local walk_room *room) {
    nf_cluster_put(emitter, cloud, point, u, mine, NF_SHIFT_NONE, room);
}

// Adds the candidate to the sums of a point, or nothing.  D is finite.
static inline void nf_add_if(int is, const fields *own, const nf_other *other, vector D, real d2,
                             const parameters *given, sums *to, nf_back *back) {
    sums more = nf_sums_nothing();
#if !NF_RADIAL
    interact(own, &other->carried, D, d2, given, &more);
#else
    real factor = interact(own, &other->carried, d2, given, &more);
#if defined(NF_RADIAL_SUM)
    factor = is ? factor : 0;
    NF_ADD(to->NF_RADIAL_SUM.x, factor, D.x);
    NF_ADD(to->NF_RADIAL_SUM.y, factor, D.y);
    NF_ADD(to->NF_RADIAL_SUM.z, factor, D.z);
    NF_BACK_RADIAL(back, factor, D)
#else
    (void)factor;
#endif
#endif
// A radial function adds to scalar sums alone.
#if NF_RADIAL
#define NF_VECTOR_ADD(name, sign)
#else
#define NF_VECTOR_ADD(name, sign)                                                                            \
    NF_MORE_ADD(name.x, sign)                                                                                \
    NF_MORE_ADD(name.y, sign)                                                                                \
    NF_MORE_ADD(name.z, sign)
#endif
#define NF_MORE_ADD(member, sign)                                                                            \
    more.member = is ? more.member : 0;                                                                      \
    to->member += more.member;                                                                               \
    NF_BACK_SUM(back, member, sign, more.member)
#define NF_SCALAR_ADD(name, sign) NF_MORE_ADD(name, sign)
    NF_SUMS(NF_VECTOR_ADD, NF_SCALAR_ADD)
    (void)back;
}

// The number (nf_number) of the point in a slot of the ring.
static inline int nf_own_number(const nf_emitter *emitter, uint slot, __local walk_room *room) {
    const int d = (int)(room->place[slot % 64] - emitter->first);
    int shifted = 0;
#if SHIFTS
    if (d >= 0 && d < CLUSTER) {
        const nf_shift shift = room->shift[image_slot(slot)] - NF_OWN_SHIFT(room, d);
        shifted = shift > NF_SHIFT_NONE ? 1 : shift < NF_SHIFT_NONE ? -1 : 0;
    }
#endif
    return nf_number(d, shifted);
}

// The candidate of the lane; `there`: it is not one that fills the chunk up.
static inline nf_other nf_other_of(const nf_emitter *emitter, const walk_cloud *cloud, float x, float y,
                                   float z, uint slot, int there, __local const walk_room *room) {
    nf_other other;
#if NF_FIELD_COUNT
    other.carried = nf_fields_of(emitter->carried, there ? room->partner[walk_slot(slot)] : 0);
#else
    other.carried = nf_fields_of(emitter->carried, 0);
#endif
#if REAL64
    const uint p = there ? room->place[slot % 64] : 0;
#if SHIFTS
    const nf_vector vector = nf_vector_at_shift(cloud, there ? room->shift[image_slot(slot)] : NF_SHIFT_NONE);
#endif
#pragma unroll
    for (int a = 0; a < 3; a++) {
        other.at[a] = nf_plane(cloud, a, p);
#if SHIFTS
        other.at[a] += vector.at[a];
#endif
    }
    (void)x, (void)y, (void)z;
#else
    other.at[0] = x;
    other.at[1] = y;
    other.at[2] = z;
    (void)cloud, (void)slot, (void)there, (void)room;
#endif
    return other;
}

// Adds to the sums of a point whose number is known when the kernel runs: without branches, of which compilers make an index, and an array in
// memory.
static inline void nf_add_at(nf_emitter *emitter, uint k, const sums *more) {
#define NF_VECTOR_MORE(name, sign)                                                                           \
    to->name.x += at == k ? more->name.x : 0;                                                                \
    to->name.y += at == k ? more->name.y : 0;                                                                \
    to->name.z += at == k ? more->name.z : 0;
#define NF_SCALAR_MORE(name, sign) to->name += at == k ? more->name : 0;
#pragma unroll
    for (uint at = 0; at < CLUSTER; at++) {
        sums *to = emitter->found + at;
        NF_SUMS(NF_VECTOR_MORE, NF_SCALAR_MORE)
    }
}

// What point j does to point i, by the rule's D.
static inline sums nf_sums_as_given(const nf_emitter *emitter, const walk_cloud *cloud, uint i, uint j,
                                    nf_shift shift) {
    const fields own = nf_fields_of(emitter->carried, i), other = nf_fields_of(emitter->carried, j);
    sums more = nf_sums_none();
    nf_apply(&own, &other, nf_displaced_as_given(cloud, i, j, shift), &emitter->given, &more);
    return more;
}

// Adds the lane's candidate to the points for which the margin cannot decide, if the rule decides so.
static inline void nf_add_close(nf_emitter *emitter, const walk_cloud *cloud, float x, float y, float z,
                                int self, uint slot, nf_back *back, __local walk_room *room) {
    const uint number = cloud->index[room->place[slot % 64]];
    const nf_shift shift = walk_shift(room, slot, 0);
    uint close = 0;
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) {
        const float d2 = margin_square(x - emitter->x[k], y - emitter->y[k], z - emitter->z[k]);
        close |= (uint)(nf_takes(self, k) && d2 < emitter->far && !(d2 < emitter->sure)) << k;
    }
    for (; close; close &= close - 1) {
        const uint k = 31 - clz(close & (0 - close));
        nf_point own;
        own.lane = k;
        own.p = emitter->first + k;
        own.active = 1;
        own.index = (int)QUERY_INDEX(cloud)[own.p];
        const nf_shift from = shift - NF_OWN_SHIFT(room, k);
        if (!nf_is_partner(cloud, &own, number, from)) continue;
        const sums more = nf_sums_as_given(emitter, cloud, (uint)own.index, number, from);
        nf_add_at(emitter, k, &more);
#define NF_BACK_VECTOR_CLOSE(name, sign)                                                                     \
    NF_BACK_SUM(back, name.x, sign, more.name.x)                                                             \
    NF_BACK_SUM(back, name.y, sign, more.name.y)                                                             \
    NF_BACK_SUM(back, name.z, sign, more.name.z)
#define NF_BACK_SCALAR_CLOSE(name, sign) NF_BACK_SUM(back, name, sign, more.name)
        NF_SUMS(NF_BACK_VECTOR_CLOSE, NF_BACK_SCALAR_CLOSE)
    }
    (void)back;
}

// The displacement of a candidate from point k, for the function; the margin has used `u` and u2 = u . u.
#if REAL64
#define NF_FUNCTION_D(k)                                                                                     \
    { other.at[0] - own_at[k], other.at[1] - own_at[CLUSTER + (k)], other.at[2] - own_at[2 * CLUSTER + (k)] }
#define NF_FUNCTION_D2(D, u2) NF_MAD((D).z, (D).z, NF_MAD((D).y, (D).y, (D).x *(D).x))
#else
#define NF_FUNCTION_D(k)                                                                                     \
    { dx, dy, dz }
#define NF_FUNCTION_D2(D, u2) (u2)
#endif

// Adds the candidate of each lane, of the chunk from slot `first` on.
TOGETHER void emit_chunk(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point, uint first,
                         __local walk_room *room) {
    const uint slot = first + point->lane;
    const float4 u = room->ring[slot % 64];
    const int there = u.w < MAXFLOAT;
    const float x = there ? u.x * emitter->cutoff : -AWAY, y = u.y * emitter->cutoff,
                z = u.z * emitter->cutoff;
    const nf_other other = nf_other_of(emitter, cloud, x, y, z, slot, there, room);
    const int number = nf_own_number(emitter, slot, room);
    nf_back back = nf_back_none();
    int any = 0;
#if REAL64
    __local const real *own_at = nf_room_reals(room);
#endif
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) {
        const float dx = x - emitter->x[k], dy = y - emitter->y[k], dz = z - emitter->z[k],
                    d2 = margin_square(dx, dy, dz);
        const int near = nf_takes(number, k) && d2 < emitter->far, is = near && d2 < emitter->sure;
        const fields mine = nf_own_fields(room, (int)k);
        const vector D = NF_FUNCTION_D(k);
        any |= near && !is;
        nf_add_if(is, &mine, &other, D, NF_FUNCTION_D2(D, d2), &emitter->given, emitter->found + k, &back);
    }
    if (any) nf_add_close(emitter, cloud, x, y, z, number, slot, &back, room);
    nf_back_put(&emitter->sides, room->place[slot % 64], there, back);
}

// By one lane, for its own point.
#define emit_asks(again) 1
static inline void emit_alone(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point,
                              uint number, nf_shift shift) {
    if (!NF_ALONE(&emitter->sides) || (number == (uint)point->index && shift == NF_SHIFT_NONE)) return;
    const sums more = nf_sums_as_given(emitter, cloud, (uint)point->index, number, shift);
    nf_add_at(emitter, point->lane, &more);
}

// The sum of a column over all lanes, v of each point in each lane: lane k * PARTS gets that of point k.
#define NF_COLUMN_SUM_OF(name, type)                                                                         \
    TOGETHER type name(const type *v, uint lane, __local walk_room *room) {                                  \
        __local type *column = (__local type *)room->emit;                                                   \
        type total = 0;                                                                                      \
        lanes_sync();                                                                                        \
        _Pragma("unroll") for (uint k = 0; k < CLUSTER; k++) column[k * 33 + lane] = v[k];                   \
        lanes_sync();                                                                                        \
        __local const type *from = column + lane / PARTS * 33 + lane % PARTS * CLUSTER;                      \
        _Pragma("unroll") for (uint k = 0; k < CLUSTER; k++) total += from[k];                               \
        lanes_sync();                                                                                        \
        column[lane] = total;                                                                                \
        lanes_sync();                                                                                        \
        if (lane % PARTS == 0) _Pragma("unroll") for (uint k = 1; k < PARTS; k++) total += column[lane + k]; \
        return total;                                                                                        \
    }
#if LISTS_HALF
NF_COLUMN_SUM_OF(nf_column_sum, long)
#include "interact/close_both.cl"
#else
NF_COLUMN_SUM_OF(nf_column_sum, sum)
#include "interact/close_own.cl"
#endif

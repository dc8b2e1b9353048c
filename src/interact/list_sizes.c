#include "interact/list_sizes.h"

#include "core/memory.h"
#include "core/whole.h"

double nf_lists_reach(const nf_interaction *c, int keeps) {
    return c->asked.question.cells.cutoff + (keeps ? c->asked.question.skin : 0);
}

uint64_t nf_lists_bytes(uint64_t n, uint64_t points, uint64_t room) {
    return nf_multiply(nf_ceiling(n, points) * sizeof(uint32_t), room);
}

uint64_t nf_lists_most(const nf_context *context, uint64_t share) {
    return nf_least(context->device.global_memory / share, context->device.largest_buffer);
}

uint64_t nf_lists_room_most(const nf_context *context, uint64_t share, uint64_t n, uint64_t points) {
    return nf_lists_most(context, share) / (nf_ceiling(n, points) * sizeof(uint32_t));
}

/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/counting.h"

#include "support/assertions.h"

#include <stdlib.h>

static void *take(void *user, size_t bytes) {
    support_counting *counting = user;
    counting->bytes += bytes;
    if (counting->left-- <= 0) return NULL;
    counting->out++;
    return malloc(bytes);
}

static void give_back(void *user, void *pointer) {
    ((support_counting *)user)->out--;
    free(pointer);
}

nf_allocator support_counting_allocator(support_counting *counting) {
    return (nf_allocator){take, give_back, counting};
}

void support_refuse_memory(nf_status (*ask)(nf_context *host, const void *of), const void *of) {
    nf_status status = NF_ERROR_MEMORY;
    long left = 0;
    for (; status != NF_OK; left++) {
        support_counting counting = {.left = left};
        const nf_context_options options = {.device = "host",
                                            .allocator = support_counting_allocator(&counting)};
        nf_context *host = NULL;
        char message[640] = "";
        status = nf_context_create(&options, &host, message, sizeof message);
        if (status == NF_OK) {
            status = ask(host, of);
            nf_context_error_copy(host, message, sizeof message);
        }
        nf_context_free(host);
        ck_assert_int_eq(counting.out, 0);
        ck_assert_msg(status == NF_OK || (status == NF_ERROR_MEMORY && *message), "%s: %s",
                      nf_status_name(status), message);
        ck_assert_int_lt(left, 1000);
    }
    ck_assert_int_gt(left, 5);
}

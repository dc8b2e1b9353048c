/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The first calls of a process may be made by several threads at once. */
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <pthread.h>
#include <string.h>

enum { THREADS = 4 };

typedef struct opened {
    nf_status status;
    char name[sizeof((nf_device_info *)NULL)->name], message[300];
} opened;

static void *open_context(void *what) {
    opened *o = what;
    nf_context *context = NULL;
    o->status = nf_context_create(NULL, &context, o->message, sizeof o->message);
    if (context) memcpy(o->name, nf_context_device(context)->name, sizeof o->name);
    nf_context_free(context);
    return NULL;
}

/* All find the same devices: none is given the host as there seems to be no other. */
TEST(contexts_that_threads_create_first_are_on_one_device) {
    pthread_t threads[THREADS];
    opened all[THREADS] = {{.status = NF_OK}};
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&threads[k], NULL, open_context, &all[k]), 0);
    for (int k = 0; k < THREADS; k++) ck_assert_int_eq(pthread_join(threads[k], NULL), 0);
    own_context later = support_context(NULL);
    for (int k = 0; k < THREADS; k++) {
        ck_assert_msg(all[k].status == NF_OK, "%s", all[k].message);
        ck_assert_str_eq(all[k].name, nf_context_device(later)->name);
    }
}

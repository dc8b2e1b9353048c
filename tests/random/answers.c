/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Answers, their comparison, and the refusals. */
#include "question/result.h"
#include "random/random.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void rnd_put(rnd_answer *answer, nf_array array, void *rows, uint64_t count, int columns, nf_type type) {
    answer->array[array] = rows;
    answer->rows[array] = count;
    answer->columns[array] = columns;
    answer->type[array] = type;
}

nf_cloud *rnd_host_cloud(rnd_run *run, rnd_answer *answer, const nf_points *points, const nf_box *box) {
    nf_cloud *cloud = NULL;
    answer->status = nf_cloud_create(run->host, points, box, NULL, &cloud);
    return cloud;
}

void rnd_put_host(rnd_run *run, rnd_answer *answer, const nf_result *result, nf_array array, uint64_t count,
                  int columns, nf_type type) {
    const nf_array_info *info = nf_result_array(result, array);
    const uint64_t bytes = count * (uint64_t)columns * nf_type_bytes(type);
    void *rows = rnd_keep(run, bytes);
    RND_CHECK(run, !info->rows || (info->rows == count && info->columns == columns && info->type == type),
              "the host is wrong: %s has %llu rows of %d columns of type %d", info->name,
              (unsigned long long)info->rows, info->columns, (int)info->type);
    if (info->rows) memcpy(rows, info->host, bytes);
    else memset(rows, 0, bytes); /* an array that the result does not have here, such as velocities */
    rnd_put(answer, array, rows, count, columns, type);
}

void rnd_host_end(rnd_run *run, rnd_answer *answer, nf_cloud *cloud, nf_result *result) {
    if (answer->status != NF_OK) nf_context_error_copy(run->host, answer->message, sizeof answer->message);
    nf_result_free(result);
    nf_cloud_free(cloud);
}

void rnd_read_result(rnd_run *run, nf_result *result, uint64_t arrays, const rnd_answer *like,
                     rnd_answer *out) {
    RND_CHECK(run, result != NULL, "NF_OK without a result");
    out->total = nf_result_total(result);
    for (int k = 0; k < NF_ARRAYS; k++) {
        const nf_array_info *info = nf_result_array(result, (nf_array)k);
        if (!(arrays >> k & 1)) {
            RND_CHECK(run, k >= NF_ARRAY_SUMS || info->rows == 0, "the result has %s, which nobody asked for",
                      info->name);
            continue;
        }
        RND_CHECK(run, info->rows == like->rows[k], "%s has %llu rows, and the host has %llu", info->name,
                  (unsigned long long)info->rows, (unsigned long long)like->rows[k]);
        RND_CHECK(run, info->rows == 0 || (info->type == like->type[k] && info->columns == like->columns[k]),
                  "%s has type %d and %d columns, and the host %d and %d", info->name, info->type,
                  info->columns, like->type[k], like->columns[k]);
        void *rows = rnd_keep(run, info->rows * (uint64_t)like->columns[k] * nf_type_bytes(like->type[k]));
        if (info->rows) {
            const nf_status status = nf_result_read(result, (nf_array)k, 0, info->rows, NULL, rows);
            RND_CHECK(run, status == NF_OK, "%s cannot be read: %s", info->name,
                      nf_context_error(run->context));
        }
        rnd_put(out, (nf_array)k, rows, info->rows, like->columns[k], like->type[k]);
    }
}

static void tell_number(char *to, size_t size, const void *numbers, nf_type type, uint64_t k) {
    if (type == NF_FLOAT32) snprintf(to, size, "%.9g", (double)((const float *)numbers)[k]);
    else if (type == NF_FLOAT64) snprintf(to, size, "%.17g", ((const double *)numbers)[k]);
    else if (type == NF_UINT64)
        snprintf(to, size, "%llu", (unsigned long long)((const uint64_t *)numbers)[k]);
    else if (type == NF_INT64) snprintf(to, size, "%lld", (long long)((const int64_t *)numbers)[k]);
    else if (type == NF_UINT8) snprintf(to, size, "%d", ((const uint8_t *)numbers)[k]);
    else snprintf(to, size, "%d", ((const int32_t *)numbers)[k]);
}

void rnd_same(rnd_run *run, const rnd_answer *host, const rnd_answer *device, uint64_t arrays) {
    RND_CHECK(run, host->total == device->total, "the total is %llu, and the host has %llu",
              (unsigned long long)device->total, (unsigned long long)host->total);
    for (int k = 0; k < NF_ARRAYS; k++) {
        if (!(arrays >> k & 1)) continue;
        const uint64_t count = host->rows[k] * (uint64_t)host->columns[k];
        const size_t size = nf_type_bytes(host->type[k]);
        if (count == 0) continue;
        run->checks++;
        if (memcmp(host->array[k], device->array[k], count * size) == 0) continue;
        uint64_t at = 0, wrong = 0;
        for (uint64_t e = count; e-- > 0;)
            if (memcmp((char *)host->array[k] + e * size, (char *)device->array[k] + e * size, size) != 0)
                at = e, wrong++;
        const char *name = nf_array_name(k);
        char is[40], wanted[40];
        tell_number(is, sizeof is, device->array[k], host->type[k], at);
        tell_number(wanted, sizeof wanted, host->array[k], host->type[k], at);
        rnd_fail(run,
                 "%s: element %llu of row %llu is %s, and the host has %s (%llu of %llu elements differ)",
                 name ? name : "a sum", (unsigned long long)(at % (uint64_t)host->columns[k]),
                 (unsigned long long)(at / (uint64_t)host->columns[k]), is, wanted, (unsigned long long)wrong,
                 (unsigned long long)count);
    }
}

/* ---- refusals -------------------------------------------------------------------------------------------- */

enum { SENTENCES = 200 };
static struct {
    char text[200];
    nf_status status;
    uint64_t count;
} sentences[SENTENCES];
static int sentence_count;

void rnd_count_refusal(nf_status status, const char *sentence) {
    char text[200];
    size_t to = 0;
    for (const char *at = sentence; *at && to + 2 < sizeof text; at++) {
        const int is_number =
            isdigit((unsigned char)*at) && (to == 0 || !isalpha((unsigned char)text[to - 1]));
        if (!is_number) text[to++] = *at;
        else {
            text[to++] = '#';
            while (at[1] && strchr("0123456789.e+-", at[1])) at++;
        }
    }
    text[to] = 0;
    for (int k = 0; k < sentence_count; k++)
        if (sentences[k].status == status && strcmp(sentences[k].text, text) == 0) {
            sentences[k].count++;
            return;
        }
    if (sentence_count == SENTENCES) return;
    sentences[sentence_count].status = status;
    snprintf(sentences[sentence_count].text, sizeof text, "%s", text);
    sentences[sentence_count++].count = 1;
}

void rnd_print_refusals(void) {
    for (int k = 0; k < sentence_count; k++)
        printf("  refused %4llu times: %s: %s\n", (unsigned long long)sentences[k].count,
               nf_status_name(sentences[k].status), sentences[k].text);
}

int rnd_agree(rnd_run *run, const rnd_answer *host, nf_status status) {
    const rnd_case *c = run->now;
    const char *sentence = nf_context_error(run->context);
    if (c->refused)
        RND_CHECK(run, rnd_refuses_with(c, (int)status) || (status && status == host->status),
                  "%s instead of %s (%s): %s", nf_status_name(status), nf_status_name((nf_status)c->status),
                  c->refused, status ? sentence : "");
    else
        RND_CHECK(run,
                  status == host->status ||
                      (host->status == NF_OK && rnd_device_may_refuse(c, (int)status)) ||
                      (status == NF_ERROR_CAPACITY && host->status == NF_OK),
                  "%s, and the host has %s: \"%s\", \"%s\"", nf_status_name(status),
                  nf_status_name(host->status), status ? sentence : "", host->message);
    if (status == NF_OK || status == NF_ERROR_CAPACITY) return 1;
    RND_CHECK(run, *sentence, "%s without a sentence", nf_status_name(status));
    rnd_count_refusal(status, sentence);
    run->is_refused = 1;
    return 0;
}

/* ---- queues and results ---------------------------------------------------------------------------------------- */

void rnd_sync_make(rnd_run *run, rnd_sync *s) {
    const rnd_case *c = run->now;
    memset(s, 0, sizeof *s);
    if (c->value[RND_SYNC] < 0 || rnd_is(c, RND_SYNC, "none")) return;
    s->give = &s->sync;
    if (rnd_is(c, RND_SYNC, "queue")) s->sync.queue = run->in_order;
    if (rnd_is(c, RND_SYNC, "out of order")) s->sync.queue = run->out_of_order, s->sync.event = &s->event;
    if (rnd_is(c, RND_SYNC, "waits")) {
        if (clEnqueueMarkerWithWaitList(run->in_order, 0, NULL, &s->waited) != CL_SUCCESS) exit(2);
        clFlush(run->in_order);
        s->sync.waits = &s->waited;
        s->sync.wait_count = 1;
        if (rnd_below(&run->state, 2)) s->sync.event = &s->event;
    }
}

void rnd_synced(rnd_run *run, rnd_sync *s, nf_status status) {
    const int has_event = s->event != NULL;
    const cl_int code = has_event                                  ? clWaitForEvents(1, &s->event)
                        : nf_context_finish(run->context) == NF_OK ? CL_SUCCESS
                                                                   : -9999;
    if (s->sync.queue && !has_event) clFinish(s->sync.queue);
    if (s->event) clReleaseEvent(s->event);
    if (s->waited) clReleaseEvent(s->waited);
    if (s->sync.event)
        RND_CHECK(run, has_event == (status == NF_OK || status == NF_ERROR_CAPACITY), "%s %s an event",
                  nf_status_name(status), has_event ? "with" : "without");
    RND_CHECK(run, code == CL_SUCCESS, "the commands ended with OpenCL error %d (%s)", code,
              nf_context_error(run->context));
}

nf_result **rnd_result(rnd_run *run) {
    nf_result **result = &run->results[run->now->result];
    if (rnd_is(run->now, RND_FORM, "new")) {
        nf_result_free(*result);
        *result = NULL;
    }
    return result;
}

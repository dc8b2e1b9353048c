/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/program/cache.h"

#include "core/file.h"
#include "core/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[16] = "nearfield cache";

/* The head of a file; the key and the data follow. */
typedef struct header {
    char magic[16];
    uint64_t key_bytes, data_bytes, checksum;
} header;

static int entry_path(const char *folder, const char *key, char *path) {
    const size_t bytes = strlen(key);
    const int n =
        snprintf(path, NF_PATH_MOST, "%s/%016llx%08llx.bin", folder,
                 (unsigned long long)nf_hash(NF_HASH_START, key, bytes),
                 (unsigned long long)(nf_hash(NF_HASH_START ^ 0x5bd1e995u, key, bytes) & 0xffffffffu));
    return n > 0 && n < NF_PATH_MOST;
}

nf_status nf_cache_folder(const nf_allocator *allocator, const char *wish, int only_named, char **out,
                          nf_sentence *trouble, nf_sentence *error) {
    const char *named = wish ? wish : getenv("NEARFIELD_CACHE");
    char path[NF_PATH_MOST];
    *out = NULL;
    if (only_named && !(named && *named)) return NF_OK;
    const size_t n = nf_file_user_folder(wish, "NEARFIELD_CACHE", NF_FOLDER_CACHE, path);
    if (n && strcmp(path, "off") == 0) return NF_OK;
    if (n) nf_file_make_folder(path);
    if (!n || !nf_system_folder_is_private(path)) {
        if (n)
            nf_fail(trouble, NF_ERROR_ARGUMENT, "%.300s is not a folder that its user alone can access",
                    path);
        else
            nf_fail(trouble, NF_ERROR_ARGUMENT,
                    "the name of their folder is too long, or there is no home folder");
        return NF_OK;
    }
    nf_status status = nf_allocate(allocator, n + 1, 1, "the cache folder's name", (void **)out, error);
    if (status == NF_OK) memcpy(*out, path, n + 1);
    return status;
}

static int matches(const header *head, const char *key, const char *stored, const void *data) {
    const size_t bytes = strlen(key);
    return memcmp(stored, key, bytes) == 0 &&
           head->checksum == nf_hash(nf_hash(NF_HASH_START, stored, bytes), data, (size_t)head->data_bytes);
}

void *nf_cache_load(const nf_allocator *allocator, const char *folder, const char *key, size_t *size) {
    char path[NF_PATH_MOST];
    void *data = NULL, *stored = NULL;
    uint64_t bytes = 0;
    header head;
    int good = 0;
    if (!folder || !nf_system_folder_is_private(folder) || !entry_path(folder, key, path)) return NULL;
    const int file = nf_system_open(path, &bytes);
    if (file < 0) return NULL;
    const size_t key_bytes = strlen(key);
    if (nf_system_read(file, &head, sizeof head) && memcmp(head.magic, magic, sizeof magic) == 0 &&
        head.key_bytes == key_bytes && head.data_bytes > 0 &&
        bytes == sizeof head + key_bytes + head.data_bytes &&
        nf_allocate(allocator, key_bytes, 1, "a cache key", &stored, NULL) == NF_OK &&
        nf_allocate(allocator, (size_t)head.data_bytes, 1, "a cached program", &data, NULL) == NF_OK)
        good = nf_system_read(file, stored, key_bytes) &&
               nf_system_read(file, data, (size_t)head.data_bytes) && matches(&head, key, stored, data);
    nf_system_close(file);
    nf_release(allocator, stored);
    if (!good) {
        nf_release(allocator, data);
        return NULL;
    }
    *size = (size_t)head.data_bytes;
    return data;
}

void nf_cache_store(const char *folder, const char *key, const void *data, size_t size) {
    char path[NF_PATH_MOST];
    if (!folder || !nf_system_folder_is_private(folder) || !entry_path(folder, key, path)) return;
    const size_t key_bytes = strlen(key);
    header head = {.key_bytes = key_bytes,
                   .data_bytes = size,
                   .checksum = nf_hash(nf_hash(NF_HASH_START, key, key_bytes), data, size)};
    memcpy(head.magic, magic, sizeof magic);
    const nf_file_part parts[] = {{&head, sizeof head}, {key, key_bytes}, {data, size}};
    (void)nf_file_replace(path, parts, 3);
}

void nf_cache_drop(const char *folder, const char *key) {
    char path[NF_PATH_MOST];
    if (folder && nf_system_folder_is_private(folder) && entry_path(folder, key, path))
        nf_system_remove(path);
}

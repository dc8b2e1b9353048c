#include "opencl/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef _WIN32

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = 1024 };
static const char magic[16] = "nearfield cache";

/* Before the key and the data in a file. */
typedef struct header {
    char magic[16];
    uint64_t key_bytes, data_bytes, checksum;
} header;

/* FNV-1a, continued from `hash`: it finds damage; trust comes from the ownership of the file. */
static uint64_t fnv(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t k = 0; k < size; k++) hash = (hash ^ bytes[k]) * 1099511628211u;
    return hash;
}
static const uint64_t fnv_start = 14695981039346656037u;

static int entry_path(const char *folder, const char *key, char *path) {
    const size_t bytes = strlen(key);
    const int n = snprintf(path, PATH_MOST, "%s/%016llx%08llx.bin", folder,
                           (unsigned long long)fnv(fnv_start, key, bytes),
                           (unsigned long long)(fnv(fnv_start ^ 0x5bd1e995u, key, bytes) & 0xffffffffu));
    return n > 0 && n < PATH_MOST;
}

/* Owned by this user, and writable by nobody else. */
static int is_ours(const struct stat *facts, mode_t others) {
    return facts->st_uid == geteuid() && (facts->st_mode & others) == 0;
}

static int folder_is_ours(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && is_ours(&facts, 077);
}

/* Makes the folder and those above it that are missing. */
static void make_folders(char *path) {
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = 0;
            (void)mkdir(path, 0700);
            *at = '/';
        }
    (void)mkdir(path, 0700);
}

nf_status nf_cache_folder(const nf_allocator *allocator, const char *wish, char **out, nf_sentence *error) {
    char path[PATH_MOST];
    const char *wanted = wish ? wish : getenv("NEARFIELD_CACHE");
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = 0;
    *out = NULL;
    if (wanted && *wanted) n = snprintf(path, sizeof path, "%s", wanted);
    else if (xdg && *xdg == '/') n = snprintf(path, sizeof path, "%s/nearfield", xdg);
    else if (home && *home == '/') n = snprintf(path, sizeof path, "%s/.cache/nearfield", home);
    if (n <= 0 || n >= PATH_MOST || strcmp(path, "off") == 0) return NF_OK;
    make_folders(path);
    if (!folder_is_ours(path)) return NF_OK;
    nf_status status =
        nf_allocate(allocator, (size_t)n + 1, 1, "the cache folder's name", (void **)out, error);
    if (status == NF_OK) memcpy(*out, path, (size_t)n + 1);
    return status;
}

static int read_all(int file, void *data, size_t size) {
    for (size_t got = 0; got < size;) {
        const ssize_t n = read(file, (char *)data + got, size - got);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        got += (size_t)n;
    }
    return 1;
}

static int write_all(int file, const void *data, size_t size) {
    for (size_t put = 0; put < size;) {
        const ssize_t n = write(file, (const char *)data + put, size - put);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        put += (size_t)n;
    }
    return 1;
}

static int matches(const header *head, const char *key, const char *stored, const void *data) {
    const size_t bytes = strlen(key);
    return memcmp(stored, key, bytes) == 0 &&
           head->checksum == fnv(fnv(fnv_start, stored, bytes), data, (size_t)head->data_bytes);
}

void *nf_cache_load(const nf_allocator *allocator, const char *folder, const char *key, size_t *size) {
    char path[PATH_MOST];
    void *data = NULL, *stored = NULL;
    struct stat facts;
    header head;
    int good = 0;
    if (!folder || !folder_is_ours(folder) || !entry_path(folder, key, path)) return NULL;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return NULL;
    const size_t key_bytes = strlen(key);
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && is_ours(&facts, 022) &&
        read_all(file, &head, sizeof head) && memcmp(head.magic, magic, sizeof magic) == 0 &&
        head.key_bytes == key_bytes && head.data_bytes > 0 &&
        (uint64_t)facts.st_size == sizeof head + key_bytes + head.data_bytes &&
        nf_allocate(allocator, key_bytes, 1, "a cache key", &stored, NULL) == NF_OK &&
        nf_allocate(allocator, (size_t)head.data_bytes, 1, "a cached program", &data, NULL) == NF_OK)
        good = read_all(file, stored, key_bytes) && read_all(file, data, (size_t)head.data_bytes) &&
               matches(&head, key, stored, data);
    close(file);
    nf_release(allocator, stored);
    if (!good) {
        nf_release(allocator, data);
        return NULL;
    }
    *size = (size_t)head.data_bytes;
    return data;
}

void nf_cache_store(const char *folder, const char *key, const void *data, size_t size) {
    char path[PATH_MOST], aside[PATH_MOST];
    if (!folder || !folder_is_ours(folder) || !entry_path(folder, key, path)) return;
    if (snprintf(aside, sizeof aside, "%s/new-XXXXXX", folder) >= PATH_MOST) return;
    const int file = mkstemp(aside);
    if (file < 0) return;
    const size_t key_bytes = strlen(key);
    header head = {.key_bytes = key_bytes,
                   .data_bytes = size,
                   .checksum = fnv(fnv(fnv_start, key, key_bytes), data, size)};
    memcpy(head.magic, magic, sizeof magic);
    int good =
        write_all(file, &head, sizeof head) && write_all(file, key, key_bytes) && write_all(file, data, size);
    good = close(file) == 0 && good;
    if (!good || rename(aside, path) != 0) (void)unlink(aside);
}

void nf_cache_drop(const char *folder, const char *key) {
    char path[PATH_MOST];
    if (folder && folder_is_ours(folder) && entry_path(folder, key, path)) (void)unlink(path);
}

#else /* the ownership checks are POSIX: without them there is no cache */

nf_status nf_cache_folder(const nf_allocator *allocator, const char *wish, char **out, nf_sentence *error) {
    (void)allocator, (void)wish, (void)error;
    *out = NULL;
    return NF_OK;
}
void *nf_cache_load(const nf_allocator *allocator, const char *folder, const char *key, size_t *size) {
    (void)allocator, (void)folder, (void)key, (void)size;
    return NULL;
}
void nf_cache_store(const char *folder, const char *key, const void *data, size_t size) {
    (void)folder, (void)key, (void)data, (void)size;
}
void nf_cache_drop(const char *folder, const char *key) { (void)folder, (void)key; }

#endif

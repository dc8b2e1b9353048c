#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t nf_file_user_folder(const char *wish, const char *variable, const char *xdg, const char *home_part,
                           char path[NF_PATH_MOST]) {
    const char *wanted = wish ? wish : getenv(variable), *shared = getenv(xdg), *home = getenv("HOME");
    int n = 0;
    if (wanted && *wanted) n = snprintf(path, NF_PATH_MOST, "%s", wanted);
    else if (shared && *shared == '/') n = snprintf(path, NF_PATH_MOST, "%s/nearfield", shared);
    else if (home && *home == '/') n = snprintf(path, NF_PATH_MOST, "%s/%s/nearfield", home, home_part);
    return n > 0 && n < NF_PATH_MOST ? (size_t)n : 0;
}

#ifndef _WIN32

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Owned by this user, with none of these permissions for others. */
static int is_ours(const struct stat *facts, mode_t others) {
    return facts->st_uid == geteuid() && (facts->st_mode & others) == 0;
}

int nf_file_folder_is_private(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && is_ours(&facts, 077);
}

int nf_file_make_folder(const char *path) {
    char part[NF_PATH_MOST];
    int why = 0; /* the first that failed: those below it fail for want of it */
    if (snprintf(part, sizeof part, "%s", path) >= NF_PATH_MOST) return ENAMETOOLONG;
    for (char *at = part + 1; part[0] && *at; at++)
        if (*at == '/') {
            *at = 0;
            if (mkdir(part, 0700) != 0 && errno != EEXIST && !why) why = errno;
            *at = '/';
        }
    if (mkdir(part, 0700) == 0 || errno == EEXIST) return 0;
    return why ? why : errno;
}

int nf_file_open(const char *path, uint64_t *size) {
    struct stat facts;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return errno == ENOENT || errno == ENOTDIR ? -1 : -2;
    if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode) || (facts.st_mode & 022) ||
        (facts.st_uid != geteuid() && facts.st_uid != 0)) {
        close(file);
        return -2;
    }
    *size = (uint64_t)facts.st_size;
    return file;
}

int nf_file_read_all(int file, void *data, size_t size) {
    for (size_t got = 0; got < size;) {
        const ssize_t n = read(file, (char *)data + got, size - got);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        got += (size_t)n;
    }
    return 1;
}

void nf_file_close(int file) { close(file); }

static int write_all(int file, const void *data, size_t size) {
    for (size_t put = 0; put < size;) {
        const ssize_t n = write(file, (const char *)data + put, size - put);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        put += (size_t)n;
    }
    return 1;
}

int nf_file_replace(const char *path, const nf_file_part *parts, size_t count) {
    char aside[NF_PATH_MOST];
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(aside, sizeof aside, "%.*snew-XXXXXX", folder, path) >= NF_PATH_MOST) return 0;
    const int file = mkstemp(aside);
    if (file < 0) return 0;
    int good = 1;
    for (size_t k = 0; k < count && good; k++) good = write_all(file, parts[k].data, parts[k].size);
    good = close(file) == 0 && good;
    good = good && rename(aside, path) == 0;
    if (!good) (void)unlink(aside);
    return good;
}

void nf_file_remove(const char *path) { (void)unlink(path); }

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

nf_status nf_file_list(const nf_allocator *allocator, const char *folder, const char *suffix,
                       nf_status (*see)(void *user, const char *name), void *user, nf_sentence *error) {
    enum { NAMES_MOST = 256 };
    typedef char name_text[256];
    nf_status status = NF_OK;
    name_text *names = NULL;
    size_t count = 0;
    DIR *open_folder = opendir(folder);
    if (!open_folder) return NF_OK;
    NF_TRY(nf_allocate_raw(allocator, NAMES_MOST, sizeof *names, "a list of files", (void **)&names, error));
    for (const struct dirent *entry; count < NAMES_MOST && (entry = readdir(open_folder)) != NULL;) {
        const size_t length = strlen(entry->d_name), tail = strlen(suffix);
        if (length < tail || length >= sizeof *names || strcmp(entry->d_name + length - tail, suffix) != 0)
            continue;
        memcpy(names[count++], entry->d_name, length + 1);
    }
    qsort(names, count, sizeof *names, by_name);
    for (size_t k = 0; k < count; k++) NF_TRY(see(user, names[k]));
done:
    closedir(open_folder);
    nf_release(allocator, names);
    return status;
}

#else /* the checks of ownership are POSIX */

int nf_file_folder_is_private(const char *path) {
    (void)path;
    return 0;
}
int nf_file_make_folder(const char *path) {
    (void)path;
    return 0;
}
int nf_file_open(const char *path, uint64_t *size) {
    (void)path, (void)size;
    return -1;
}
int nf_file_read_all(int file, void *data, size_t size) {
    (void)file, (void)data, (void)size;
    return 0;
}
void nf_file_close(int file) { (void)file; }
int nf_file_replace(const char *path, const nf_file_part *parts, size_t count) {
    (void)path, (void)parts, (void)count;
    return 0;
}
void nf_file_remove(const char *path) { (void)path; }
nf_status nf_file_list(const nf_allocator *allocator, const char *folder, const char *suffix,
                       nf_status (*see)(void *user, const char *name), void *user, nf_sentence *error) {
    (void)allocator, (void)folder, (void)suffix, (void)see, (void)user, (void)error;
    return NF_OK;
}

#endif

nf_status nf_file_read_text(const nf_allocator *allocator, const char *path, size_t most, char **out,
                            nf_sentence *error) {
    nf_status status = NF_OK;
    uint64_t size = 0;
    char *text = NULL;
    const int file = nf_file_open(path, &size);
    *out = NULL;
    if (file == -1) return NF_OK;
    if (file < 0)
        return nf_fail(error, NF_ERROR_UNSUPPORTED,
                       "%s is not read: it is no file of this user's or root's that nobody else may write",
                       path);
    if (size > most)
        NF_TRY(
            nf_fail(error, NF_ERROR_UNSUPPORTED, "%s is not read: it has more than %zu bytes", path, most));
    NF_TRY(nf_allocate(allocator, (size_t)size + 1, 1, "a file's text", (void **)&text, error));
    if (!nf_file_read_all(file, text, (size_t)size))
        status = nf_fail(error, NF_ERROR_UNSUPPORTED, "%s cannot be read", path);
done:
    nf_file_close(file);
    if (status == NF_OK) *out = text;
    else nf_release(allocator, text);
    return status;
}

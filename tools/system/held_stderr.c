/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "system/held_stderr.h"

#include <string.h>
#include <unistd.h>

/* "1 error generated.", "2 warnings and 3 errors generated." */
static int is_count(const char *line) {
    static const char end[] = " generated.\n";
    const size_t length = strlen(line), tail = sizeof end - 1, digits = strspn(line, "0123456789");
    return digits > 0 && length > tail && strcmp(line + length - tail, end) == 0 &&
           (strncmp(line + digits, " error", 6) == 0 || strncmp(line + digits, " warning", 8) == 0);
}

held_stderr hold_stderr(void) {
    held_stderr h = {.error = -1, .kept = tmpfile()};
    (void)fflush(stderr);
    if (h.kept) h.error = dup(STDERR_FILENO);
    if (h.error >= 0 && dup2(fileno(h.kept), STDERR_FILENO) >= 0) return h;
    if (h.error >= 0) (void)close(h.error);
    if (h.kept) (void)fclose(h.kept);
    h.kept = NULL;
    return h;
}

void release_stderr(held_stderr *h) {
    char line[4096];
    if (!h->kept) return;
    (void)fflush(stderr);
    (void)dup2(h->error, STDERR_FILENO);
    (void)close(h->error);
    rewind(h->kept);
    while (fgets(line, sizeof line, h->kept))
        if (!is_count(line)) (void)fputs(line, stderr);
    (void)fclose(h->kept);
    h->kept = NULL;
}

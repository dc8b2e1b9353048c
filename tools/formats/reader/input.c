/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/input.h"

#include "formats/reader/gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 16, FIRST_LOAD = 1 << 20, LONGEST_LINE = 1 << 24 };

static int start(io_input *in, const char *name, text_problem *problem) {
    memset(in, 0, sizeof *in);
    in->name = name;
    in->problem = problem;
    in->buffer = malloc(FIRST_CAPACITY);
    if (!in->buffer) return problem_set(problem, EXIT_MEMORY, "%s: not enough memory to read it.", name);
    in->capacity = FIRST_CAPACITY;
    return 0;
}

int io_input_refuse_folder(const char *path, text_problem *problem) {
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return problem_set(problem, EXIT_INPUT, "%s is a folder, not a file.", path);
    return 0;
}

/* Sets the problem and frees what was opened. */
static int cannot_open(io_input *in, int file, int reason) {
    if (file >= 0) (void)close(file);
    free(in->buffer);
    return problem_set(in->problem, EXIT_INPUT, "%s: cannot be opened: %s.", in->name, strerror(reason));
}

int io_input_open(io_input *in, const char *path, text_problem *problem) {
    int standard = strcmp(path, "-") == 0;
    if (start(in, standard ? "standard input" : path, problem) != 0) return problem->code;
    const int file = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot_open(in, file, errno);
    if (!standard) in->path = path;
    in->gzip = io_gzip_open(file);
    return in->gzip ? 0 : cannot_open(in, file, ENOMEM);
}

int io_input_open_memory(io_input *in, const char *name, const void *bytes, size_t size,
                         text_problem *problem) {
    if (start(in, name, problem) != 0) return problem->code;
    in->memory = bytes;
    in->memory_left = size;
    return 0;
}

int io_input_open_stream(io_input *in, const char *name, io_input_stream *stream, void *state,
                         text_problem *problem) {
    if (start(in, name, problem) != 0) return problem->code;
    in->stream = stream;
    in->state = state;
    return 0;
}

void io_input_close(io_input *in) {
    if (in->close_kept) in->close_kept(in->kept);
    io_gzip_close(in->gzip);
    free(in->buffer);
    memset(in, 0, sizeof *in);
}

static int fetch_memory(io_input *in, void *to, size_t wanted, size_t *got) {
    *got = wanted < in->memory_left ? wanted : in->memory_left;
    if (*got > 0) memcpy(to, in->memory, *got), in->memory += *got;
    in->memory_left -= *got;
    return 0;
}

/* Sets *got to 0 at the end.  The bytes before damage are returned first; the next call fails. */
static int fetch(io_input *in, void *to, size_t wanted, size_t *got) {
    if (in->stream) { /* the stream sets its own text_problem */
        in->problem->code = in->stream(in->state, to, wanted, got);
        return in->problem->code;
    }
    if (!in->gzip) return fetch_memory(in, to, wanted, got);
    switch (io_gzip_read(in->gzip, to, wanted, got)) {
    case IO_GZIP_GOOD: return 0;
    case IO_GZIP_UNREADABLE: return io_input_fail(in, "cannot be read: %s.", strerror(errno));
    case IO_GZIP_NO_MEMORY:
        return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory to unpack it.", in->name);
    case IO_GZIP_TRUNCATED:
        return io_input_fail(in, "the gzip file is truncated; it ends in the middle of its data.");
    case IO_GZIP_DAMAGED: break;
    }
    return io_input_fail(in, "the gzip file is damaged (%s).", io_gzip_damage(in->gzip));
}

double io_input_share(const io_input *in) { return in->gzip ? io_gzip_share(in->gzip) : -1; }

int io_input_check_rest(io_input *in) {
    size_t got = 0;
    if (!in->gzip || !io_gzip_is_packed(in->gzip)) return 0;
    do
        if (fetch(in, in->buffer, in->capacity, &got) != 0) return in->problem->code;
    while (got > 0);
    return 0;
}

/* Makes room behind the unread bytes and fetches more. */
static int fill(io_input *in, size_t *got) {
    size_t left = in->end - in->begin;
    if (in->begin > 0) memmove(in->buffer, in->buffer + in->begin, left);
    for (int k = 0; k < 2; k++) in->next[k] = in->next[k] > in->begin ? in->next[k] - in->begin : 0;
    in->begin = 0;
    in->end = left;
    if (in->end + 1 >= in->capacity) {
        if (in->capacity >= LONGEST_LINE) {
            in->line_number++;
            return io_input_fail_line(in, "the line is longer than %d bytes.", (int)LONGEST_LINE - 1);
        }
        unsigned char *larger = realloc(in->buffer, 2 * in->capacity);
        if (!larger)
            return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory to read it.", in->name);
        in->buffer = larger;
        in->capacity *= 2;
    }
    int failed = fetch(in, in->buffer + in->end, in->capacity - in->end - 1, got);
    in->end += *got;
    return failed;
}

const char *io_input_path(const io_input *in) {
    struct stat status;
    const int plain = in->path && !io_gzip_is_packed(in->gzip) && stat(in->path, &status) == 0;
    return plain && S_ISREG(status.st_mode) ? in->path : NULL;
}

int io_input_at_end(io_input *in, int *at_end) {
    size_t got = in->end - in->begin;
    *at_end = 0;
    if (got == 0 && fill(in, &got) != 0) return in->problem->code;
    *at_end = got == 0;
    return 0;
}

int io_input_peek(io_input *in, unsigned char **bytes, size_t *count) {
    int at_end = 0;
    const int failed = io_input_at_end(in, &at_end);
    *bytes = in->buffer + in->begin;
    *count = failed == 0 ? in->end - in->begin : 0;
    return failed;
}

void io_input_consume(io_input *in, size_t count) { in->begin += count; }

/* Some spreadsheets write a byte order mark at the start of a text.  That of UTF-16 stands before bytes that are no text here. */
static int take_byte_order_mark(io_input *in) {
    const unsigned char *at = in->buffer + in->begin;
    const size_t left = in->end - in->begin;
    if (left >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) in->begin += 3;
    if (left < 2 || (memcmp(at, "\xFF\xFE", 2) != 0 && memcmp(at, "\xFE\xFF", 2) != 0)) return 0;
    return io_input_fail(in,
                         "is text in UTF-16 or UTF-32; convert it to UTF-8, as by iconv -f UTF-16 -t UTF-8.");
}

static int no_text(io_input *in) {
    return io_input_fail_line(in, "the line holds a zero byte; this is not a text file.");
}

int io_input_refuse_binary(io_input *in) {
    unsigned char *bytes = NULL;
    size_t count = 0;
    if (io_input_peek(in, &bytes, &count) != 0 || take_byte_order_mark(in) != 0) return in->problem->code;
    if (count == 0 || memchr(bytes, '\0', count) == NULL) return 0;
    for (in->line_number = 1; *bytes != '\0'; bytes++)
        in->line_number += *bytes == '\n' || (*bytes == '\r' && bytes[1] != '\n');
    return no_text(in);
}

/* The place of the next \n (k = 0) or \r (k = 1) in the buffer, or the end of the buffer. */
static size_t find_mark(io_input *in, int k) {
    static const char marks[2] = {'\n', '\r'};
    const size_t from = in->next[k] > in->begin ? in->next[k] : in->begin;
    const unsigned char *found = from < in->end ? memchr(in->buffer + from, marks[k], in->end - from) : NULL;
    in->next[k] = found ? (size_t)(found - in->buffer) : in->end;
    return in->next[k];
}

/* Finds where the line ends that begins the buffer, and where the next line begins.  Several \r before a \n are one end.  Returns
 * 0 if the answer depends on bytes that are not in the buffer. */
static int find_end(io_input *in, size_t *end, size_t *next) {
    const size_t newline = find_mark(in, 0), carriage = find_mark(in, 1);
    *end = newline < carriage ? newline : carriage;
    *next = *end < in->end ? *end + 1 : in->end;
    if (*end == newline) return newline < in->end;
    size_t at = carriage;
    while (at < in->end && in->buffer[at] == '\r') at++;
    if (at == in->end) return 0;
    if (in->buffer[at] == '\n') *next = at + 1;
    return 1;
}

io_input_state io_input_line(io_input *in, char **line) {
    size_t end = 0, next = 0, got = 1;
    if (in->held) {
        *line = in->held;
        in->held = NULL;
        return IO_INPUT_LINE;
    }
    while (!find_end(in, &end, &next) && got > 0)
        if (fill(in, &got) != 0) return IO_INPUT_PROBLEM;
    if (in->end == in->begin) return IO_INPUT_END;
    if (in->line_number == 0 && take_byte_order_mark(in) != 0) return IO_INPUT_PROBLEM;
    in->line_number++;
    unsigned char *begin = in->buffer + in->begin;
    const size_t length = end - in->begin;
    in->begin = next;
    begin[length] = '\0';
    *line = (char *)begin;
    if (memchr(begin, '\0', length) == NULL) return IO_INPUT_LINE;
    (void)no_text(in);
    return IO_INPUT_PROBLEM;
}

io_input_state io_input_filled_line(io_input *in, char **line) {
    io_input_state state;
    while ((state = io_input_line(in, line)) == IO_INPUT_LINE)
        if ((*line)[strspn(*line, " \t\r\v\f")] != '\0') break;
    return state;
}

void io_input_hold(io_input *in, char *line) { in->held = line; }

int io_input_read(io_input *in, void *to, size_t wanted, size_t *got) {
    unsigned char *at = to;
    size_t left = in->end - in->begin;
    *got = wanted < left ? wanted : left;
    if (*got > 0) memcpy(at, in->buffer + in->begin, *got);
    in->begin += *got;
    while (*got < wanted) {
        size_t more = 0;
        /* Small reads go through the buffer, large ones directly to their destination. */
        int direct = wanted - *got >= FIRST_CAPACITY;
        if ((direct ? fetch(in, at + *got, wanted - *got, &more) : fill(in, &more)) != 0)
            return in->problem->code;
        if (more == 0) return 0;
        if (!direct) {
            more = more < wanted - *got ? more : wanted - *got;
            memcpy(at + *got, in->buffer + in->begin, more);
            in->begin += more;
        }
        *got += more;
    }
    return 0;
}

static int no_memory(io_input *in) {
    return problem_set(in->problem, EXIT_MEMORY, "%s: not enough memory to read it.", in->name);
}

int io_input_load(io_input *in, unsigned char **bytes, size_t *size) {
    size_t capacity = FIRST_LOAD, got = 0;
    *size = 0;
    *bytes = malloc(capacity);
    if (!*bytes) return no_memory(in);
    for (;;) {
        if (io_input_read(in, *bytes + *size, capacity - *size, &got) != 0) return in->problem->code;
        *size += got;
        if (*size < capacity) return 0;
        unsigned char *larger = capacity <= SIZE_MAX / 2 ? realloc(*bytes, 2 * capacity) : NULL;
        if (!larger) return no_memory(in);
        *bytes = larger;
        capacity *= 2;
    }
}

int io_input_skip(io_input *in, uint64_t wanted, uint64_t *got) {
    *got = 0;
    for (;;) {
        size_t left = in->end - in->begin;
        size_t step = wanted - *got < left ? (size_t)(wanted - *got) : left;
        size_t more = 0;
        in->begin += step;
        *got += step;
        if (*got == wanted) return 0;
        if (fill(in, &more) != 0) return in->problem->code;
        if (more == 0) return 0;
    }
}

int io_input_fail(io_input *in, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return problem_set(in->problem, EXIT_INPUT, "%s: %s", in->name, what);
}

int io_input_fail_line(io_input *in, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return problem_set(in->problem, EXIT_INPUT, "%s:%llu: %s", in->name, (unsigned long long)in->line_number,
                       what);
}

#include "input.h"

#include "gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 16, LONGEST_LINE = 1 << 24 };

static int start(nf_input *in, const char *name, nf_problem *problem) {
    memset(in, 0, sizeof *in);
    in->name = name;
    in->problem = problem;
    in->buffer = malloc(FIRST_CAPACITY);
    if (in->buffer == NULL)
        return nf_problem_set(problem, NF_EXIT_MEMORY, "%s: not enough memory to read it.", name);
    in->capacity = FIRST_CAPACITY;
    return 0;
}

static int refuse_directory(const char *path, nf_problem *problem) {
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return nf_problem_set(problem, NF_EXIT_INPUT, "%s: is a directory, not a file of points.", path);
    return 0;
}

/* Ends the process of opening with a sentence; takes the file, if there is one. */
static int cannot_open(nf_input *in, int file, int reason) {
    if (file >= 0) (void)close(file);
    free(in->buffer);
    return nf_problem_set(in->problem, NF_EXIT_INPUT, "%s: cannot be opened: %s.", in->name,
                          strerror(reason));
}

int nf_input_open(nf_input *in, const char *path, nf_problem *problem) {
    bool standard = strcmp(path, "-") == 0;
    if (!standard && refuse_directory(path, problem) != 0) return problem->code;
    if (start(in, standard ? "standard input" : path, problem) != 0) return problem->code;
    const int file = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot_open(in, file, errno);
    in->gzip = nf_gzip_open(file);
    return in->gzip != NULL ? 0 : cannot_open(in, file, ENOMEM);
}

int nf_input_open_memory(nf_input *in, const char *name, const void *bytes, size_t size,
                         nf_problem *problem) {
    if (start(in, name, problem) != 0) return problem->code;
    in->memory = bytes;
    in->memory_left = size;
    return 0;
}

int nf_input_open_stream(nf_input *in, const char *name, nf_input_stream *stream, void *state,
                         nf_problem *problem) {
    if (start(in, name, problem) != 0) return problem->code;
    in->stream = stream;
    in->state = state;
    return 0;
}

void nf_input_close(nf_input *in) {
    nf_gzip_close(in->gzip);
    free(in->buffer);
    memset(in, 0, sizeof *in);
}

static int fetch_memory(nf_input *in, void *to, size_t wanted, size_t *got) {
    *got = wanted < in->memory_left ? wanted : in->memory_left;
    if (*got > 0) memcpy(to, in->memory, *got), in->memory += *got;
    in->memory_left -= *got;
    return 0;
}

/* Sets got to 0 at the end. The bytes before a break come first, and then what is wrong behind them. */
static int fetch(nf_input *in, void *to, size_t wanted, size_t *got) {
    if (in->stream != NULL) { /* what is wrong there is told there */
        in->problem->code = in->stream(in->state, to, wanted, got);
        return in->problem->code;
    }
    if (in->gzip == NULL) return fetch_memory(in, to, wanted, got);
    switch (nf_gzip_read(in->gzip, to, wanted, got)) {
    case NF_GZIP_GOOD: return 0;
    case NF_GZIP_UNREADABLE: return nf_input_fail(in, "cannot be read: %s.", strerror(errno));
    case NF_GZIP_NO_MEMORY:
        return nf_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory to unpack it.", in->name);
    case NF_GZIP_TRUNCATED:
        return nf_input_fail(in, "the gzip file is truncated; it ends in the middle of its data.");
    case NF_GZIP_DAMAGED: break;
    }
    return nf_input_fail(in, "the gzip file is damaged (%s).", nf_gzip_damage(in->gzip));
}

int nf_input_check_rest(nf_input *in) {
    size_t got = 0;
    if (in->gzip == NULL || !nf_gzip_is_packed(in->gzip)) return 0;
    do
        if (fetch(in, in->buffer, in->capacity, &got) != 0) return in->problem->code;
    while (got > 0);
    return 0;
}

/* Makes room behind the bytes that are left and fetches more of them. */
static int fill(nf_input *in, size_t *got) {
    size_t left = in->end - in->begin;
    if (in->begin > 0) memmove(in->buffer, in->buffer + in->begin, left);
    in->begin = 0;
    in->end = left;
    if (in->end + 1 >= in->capacity) {
        if (in->capacity >= LONGEST_LINE) {
            in->line_number++;
            return nf_input_fail_line(in, "the line is longer than %d bytes.", (int)LONGEST_LINE - 1);
        }
        unsigned char *larger = realloc(in->buffer, 2 * in->capacity);
        if (larger == NULL)
            return nf_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory to read it.", in->name);
        in->buffer = larger;
        in->capacity *= 2;
    }
    int failed = fetch(in, in->buffer + in->end, in->capacity - in->end - 1, got);
    in->end += *got;
    return failed;
}

int nf_input_at_end(nf_input *in, bool *at_end) {
    size_t got = in->end - in->begin;
    *at_end = false;
    if (got == 0 && fill(in, &got) != 0) return in->problem->code;
    *at_end = got == 0;
    return 0;
}

int nf_input_peek(nf_input *in, unsigned char **bytes, size_t *count) {
    bool at_end = false;
    const int failed = nf_input_at_end(in, &at_end);
    *bytes = in->buffer + in->begin;
    *count = failed == 0 ? in->end - in->begin : 0;
    return failed;
}

void nf_input_consume(nf_input *in, size_t count) { in->begin += count; }

/* Spreadsheets begin a text with a byte order mark. */
static void skip_byte_order_mark(nf_input *in) {
    if (in->end - in->begin >= 3 && memcmp(in->buffer + in->begin, "\xEF\xBB\xBF", 3) == 0) in->begin += 3;
}

nf_input_state nf_input_line(nf_input *in, char **line) {
    if (in->held != NULL) {
        *line = in->held;
        in->held = NULL;
        return NF_INPUT_LINE;
    }
    size_t seen = 0;
    unsigned char *newline = NULL;
    for (;;) {
        size_t got = 0;
        size_t left = in->end - in->begin;
        newline = left > seen ? memchr(in->buffer + in->begin + seen, '\n', left - seen) : NULL;
        if (newline != NULL) break;
        seen = left;
        if (fill(in, &got) != 0) return NF_INPUT_PROBLEM;
        if (got == 0) break;
    }
    if (newline == NULL && in->end == in->begin) return NF_INPUT_END;
    if (in->line_number == 0) skip_byte_order_mark(in);
    in->line_number++;
    unsigned char *begin = in->buffer + in->begin;
    size_t length = newline != NULL ? (size_t)(newline - begin) : in->end - in->begin;
    in->begin += length + (newline != NULL ? 1 : 0);
    if (length > 0 && begin[length - 1] == '\r') length--;
    begin[length] = '\0';
    *line = (char *)begin;
    if (memchr(begin, '\0', length) == NULL) return NF_INPUT_LINE;
    (void)nf_input_fail_line(in, "the line holds a zero byte; this is not a text file.");
    return NF_INPUT_PROBLEM;
}

nf_input_state nf_input_filled_line(nf_input *in, char **line) {
    nf_input_state state;
    while ((state = nf_input_line(in, line)) == NF_INPUT_LINE)
        if ((*line)[strspn(*line, " \t\r\v\f")] != '\0') break;
    return state;
}

void nf_input_hold(nf_input *in, char *line) { in->held = line; }

int nf_input_read(nf_input *in, void *to, size_t wanted, size_t *got) {
    unsigned char *at = to;
    size_t left = in->end - in->begin;
    *got = wanted < left ? wanted : left;
    if (*got > 0) memcpy(at, in->buffer + in->begin, *got);
    in->begin += *got;
    while (*got < wanted) {
        size_t more = 0;
        /* Small reads go through the buffer, large ones straight to their place. */
        bool direct = wanted - *got >= FIRST_CAPACITY;
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

int nf_input_skip(nf_input *in, uint64_t wanted, uint64_t *got) {
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

int nf_input_fail(nf_input *in, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return nf_problem_set(in->problem, NF_EXIT_INPUT, "%s: %s", in->name, what);
}

int nf_input_fail_line(nf_input *in, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return nf_problem_set(in->problem, NF_EXIT_INPUT, "%s:%llu: %s", in->name,
                          (unsigned long long)in->line_number, what);
}

#include "coordinates.h"
#include "formats.h"
#include "rows.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Where the coordinates stand among the words of an atom line. */
typedef struct columns {
    int first, dims;
} columns;

enum { MOST_COLUMNS = 256 };

/* The end of a value that begins with a quote or a brace: behind the closing mark.  Without a closing mark the opening
 * one is an ordinary character, and the end is behind it. */
static const char *after_quoted(const char *c) {
    const char close = *c == '{' ? '}' : *c;
    for (const char *at = c + 1; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
        else if (*at == close) return at + 1;
    }
    return c + 1;
}

/* The end of a word of the comment line: key=value, where a quoted value may hold blanks. */
static const char *after_word(const char *c) {
    for (int opens = 1; *c != '\0' && !isspace((unsigned char)*c); opens = c[-1] == '=')
        c = opens && strchr("\"'{", *c) != NULL ? after_quoted(c) : c + 1;
    return c;
}

/* The text after a key such as "properties=" in the comment line of an extended XYZ file, or NULL. */
static const char *value_of(const char *comment, const char *key) {
    const size_t length = strlen(key);
    for (const char *c = comment; *c != '\0'; c = after_word(c)) {
        while (isspace((unsigned char)*c)) c++;
        if (strncasecmp(c, key, length) == 0) return c + length;
    }
    return NULL;
}

/* A lattice is periodic unless pbc says that no direction is. */
static int has_box(const char *comment) {
    const char *pbc = value_of(comment, "pbc=");
    if (!pbc) return value_of(comment, "lattice=") != NULL;
    const char quote = *pbc == '"' || *pbc == '\'' ? *pbc++ : ' ';
    for (; *pbc != '\0' && *pbc != quote; pbc++)
        if (*pbc == 'T' || *pbc == 't' || *pbc == '1') return 1;
    return 0;
}

static int next_field(const char **cursor, io_word *field) {
    field->text = *cursor;
    field->length = strcspn(*cursor, ": \t\"'");
    *cursor += field->length;
    if (**cursor == ':') (*cursor)++;
    return field->length > 0;
}

/* Properties is a list of name:type:columns, e.g. species:S:1:pos:R:3. */
static int find_position(io_input *in, const char *properties, columns *position) {
    io_word name, type, width;
    uint64_t columns_before = 0, count = 0;
    if (*properties == '"' || *properties == '\'') properties++;
    while (next_field(&properties, &name)) {
        if (!next_field(&properties, &type) || !next_field(&properties, &width) ||
            !io_parse_count(width, &count) || count > MOST_COLUMNS)
            return io_input_fail_line(in, "Properties= is not a list of name:type:columns.");
        if (io_word_is(name, "pos")) {
            if (count < 1 || count > 3 || !io_word_is(type, "R"))
                return io_input_fail_line(in, "pos in Properties= is not R:1, R:2 or R:3.");
            *position = (columns){(int)columns_before, (int)count};
            return 0;
        }
        columns_before += count;
        if (columns_before > MOST_COLUMNS - 3)
            return io_input_fail_line(in, "Properties= has more than %d columns.", (int)MOST_COLUMNS);
    }
    return io_input_fail_line(in, "Properties= has no pos:R:3.");
}

static int read_atoms(io_input *in, uint64_t count, columns position, io_rows *rows) {
    io_word words[MOST_COLUMNS];
    const size_t needed = (size_t)position.first + (size_t)position.dims;
    double row[3];
    char *line = NULL;
    for (uint64_t i = 0; i < count; i++) {
        if (io_need_line(in, &line, "%llu of the %llu atoms that line 1 announces", (unsigned long long)i,
                         (unsigned long long)count) != 0)
            return in->problem->code;
        size_t found = io_split_words(line, words, needed);
        if (found < needed)
            return io_input_fail_line(in, "an atom line has %llu words, at least %llu are needed.",
                                      (unsigned long long)found, (unsigned long long)needed);
        if (io_coordinates(in, words + position.first, position.dims, row) != 0 ||
            io_rows_add(rows, row, in) != 0)
            return in->problem->code;
    }
    return 0;
}

/* After the atoms comes nothing, or the count of another frame; anything else is an atom too many. */
static int look_for_more(io_input *in, uint64_t count, int *more) {
    char *line = NULL;
    io_word word;
    io_input_state state = io_input_filled_line(in, &line);
    *more = state == IO_INPUT_LINE;
    if (state != IO_INPUT_LINE) return state == IO_INPUT_PROBLEM ? in->problem->code : 0;
    if (io_split_words(line, &word, 1) == 1 && io_is_integer(word)) return 0;
    return io_input_fail_line(in, "there are more atoms than the %llu that line 1 announces.",
                              (unsigned long long)count);
}

int io_read_xyz(io_input *in, io_source *out) {
    char *line = NULL;
    uint64_t count = 0;
    int more = 0;
    columns position = {1, 3};
    if (io_need_line(in, &line, "nothing") != 0) return in->problem->code;
    io_word first = io_trim((io_word){line, strlen(line)});
    if (io_header_count(in, first, "atoms", &count) != 0) return in->problem->code;
    if (io_need_line(in, &line, "the number of atoms") != 0) return in->problem->code;
    const char *properties = value_of(line, "properties=");
    if (properties && find_position(in, properties, &position) != 0) return in->problem->code;

    out->box = has_box(line);
    io_rows rows = {.row_bytes = (size_t)position.dims * sizeof(double)};
    int failed = read_atoms(in, count, position, &rows);
    if (failed == 0) failed = look_for_more(in, count, &more);
    snprintf(out->note, sizeof out->note, "units as in the file%s",
             more ? "; only the first frame is read, more follow" : "");
    return io_rows_finish(&rows, failed, position.dims, NF_FLOAT64, out);
}

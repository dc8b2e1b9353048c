#include "xyz_comment.h"

#include "text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* The end of a value that begins with a quote or a brace: behind the closing mark.  Without a closing mark the opening
 * mark is an ordinary character, and the end is behind it. */
static const char *after_quoted(const char *c) {
    const char close = *c == '{' ? '}' : *c;
    for (const char *at = c + 1; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
        else if (*at == close) return at + 1;
    }
    return c + 1;
}

/* The end of a key=value word.  A quoted value may contain blanks. */
static const char *after_word(const char *c) {
    for (int opens = 1; *c != '\0' && !isspace((unsigned char)*c); opens = c[-1] == '=')
        c = opens && strchr("\"'{", *c) != NULL ? after_quoted(c) : c + 1;
    return c;
}

const char *io_xyz_value(const char *comment, const char *key) {
    const size_t length = strlen(key);
    for (const char *c = comment; *c != '\0'; c = after_word(c)) {
        while (isspace((unsigned char)*c)) c++;
        if (strncasecmp(c, key, length) == 0) return c + length;
    }
    return NULL;
}

/* The end of a value: its closing mark, or a blank, or the end of the line. */
static const char *end_of_value(const char *value) {
    static const char opening[] = "\"'{", closing[] = "\"'}";
    const char *mark = *value != '\0' ? strchr(opening, *value) : NULL;
    if (mark) {
        const char *end = strchr(value + 1, closing[mark - opening]);
        return end ? end : value + strlen(value);
    }
    if (*value != '[') return value + strcspn(value, " \t");
    for (int depth = 0; *value != '\0'; value++) {
        depth += (*value == '[') - (*value == ']');
        if (depth == 0) break;
    }
    return value;
}

/* Finds the next word of a value, between blanks, commas and marks. */
static int next_item(const char **cursor, const char *end, io_word *item) {
    static const char between[] = " \t,\"'{}[]";
    const char *c = *cursor + strspn(*cursor, between);
    item->text = c;
    item->length = strcspn(c, between);
    *cursor = c + item->length;
    return item->length > 0 && c < end;
}

/* Reads the numbers of a value.  Returns how many there are; 0 for a value that has more than `most` or other words. */
static size_t numbers_of(const char *comment, const char *key, double *numbers, size_t most) {
    const char *value = io_xyz_value(comment, key);
    const char *end = value ? end_of_value(value) : NULL;
    size_t count = 0;
    io_word item;
    while (value && next_item(&value, end, &item)) {
        if (count == most || !io_parse_double(item, &numbers[count]) || !isfinite(numbers[count])) return 0;
        count++;
    }
    return count;
}

/* A single flag counts for all directions. */
static void read_periodic(const char *pbc, int periodic[3]) {
    const char *end = end_of_value(pbc);
    size_t count = 0;
    io_word item;
    for (; next_item(&pbc, end, &item); count++) {
        int is_set = 0;
        for (size_t k = 0; k < item.length; k++)
            if (item.text[k] == 'T' || item.text[k] == 't' || item.text[k] == '1') is_set = 1;
        periodic[count < 3 ? count : 2] |= is_set;
    }
    if (count == 1) periodic[1] = periodic[2] = periodic[0];
}

void io_xyz_box(const char *comment, nf_box *box) {
    const char *pbc = io_xyz_value(comment, "pbc=");
    double lattice[9];
    const size_t count = numbers_of(comment, "lattice=", lattice, 9);
    memset(box, 0, sizeof *box);
    for (int k = 0; count == 9 && k < 9; k++) box->cell[k / 3][k % 3] = lattice[k];
    for (int k = 0; count == 3 && k < 3; k++) box->cell[k][k] = lattice[k];
    if (numbers_of(comment, "origin=", box->origin, 3) != 3) memset(box->origin, 0, sizeof box->origin);
    if (pbc) read_periodic(pbc, box->periodic);
    else if (io_xyz_value(comment, "lattice="))
        for (int d = 0; d < 3; d++) box->periodic[d] = 1;
}

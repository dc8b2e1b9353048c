/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/trajectories/xyz_comment.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- pairs -------------------------------------------------------------------------------------------- */

/* A key and its value.  Of a word without a value, such as one of a sentence, the value's text is NULL. */
typedef struct key_value {
    span key, value; /* without quotes; a value in braces or brackets has them */
    int unclosed;    /* the value begins with a mark that is not closed, or that closes within a word */
} key_value;

static const char blanks[] = " \t", opening[] = "\"'{[", quotes[] = "\"'";

/* The closing mark of a value that begins with an opening one, or NULL.  Brackets may be nested. */
static const char *closing(const char *c) {
    static const char ends[] = "\"'}]";
    const char open = *c, close = ends[strchr(opening, open) - opening];
    int depth = 1;
    for (const char *at = c + 1; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
        else if (*at == close && --depth == 0) return at;
        else if (*at == '[' && open == '[') depth++;
    }
    return NULL;
}

/* A word ends at a blank, or at the = behind a key. */
static span word_of(const char *c) { return (span){c, strcspn(c, " \t=")}; }

/* The text between quotes, if the quotes end a word; otherwise the first quote is an ordinary character. */
static span take_key(const char **cursor) {
    const char *c = *cursor, *close = strchr(quotes, *c) ? closing(c) : NULL;
    span key = word_of(c);
    *cursor = c + key.length;
    if (!close || !strchr(" \t=", close[1])) return key;
    *cursor = close + 1;
    return (span){c + 1, (size_t)(close - c) - 1};
}

/* Takes the value behind an =.  A word that is followed by an = itself is the next key, and the value is empty. */
static void take_value(const char **cursor, key_value *pair) {
    const char *c = *cursor + strspn(*cursor, blanks);
    pair->value = (span){c, 0};
    if (*c != '\0' && strchr(opening, *c)) {
        const char *close = closing(c);
        const int quoted = strchr(quotes, *c) != NULL;
        pair->unclosed = !close || isalnum((unsigned char)close[1]);
        if (close) pair->value = (span){c + quoted, (size_t)(close - c) + 1 - 2 * (size_t)quoted};
        *cursor = close ? close + 1 : c + strlen(c);
        return;
    }
    const span word = word_of(c);
    const char *behind = c + word.length;
    if (behind[strspn(behind, blanks)] == '=') return;
    *cursor = behind;
    pair->value = word;
    while (pair->value.length > 0 && strchr(",;", pair->value.text[pair->value.length - 1]))
        pair->value.length--;
}

/* Finds the next pair.  Returns 0 at the end of the line. */
static int next_pair(const char **cursor, key_value *pair) {
    memset(pair, 0, sizeof *pair);
    *cursor += strspn(*cursor, " \t,;");
    if (**cursor == '\0') return 0;
    pair->key = take_key(cursor);
    const char *behind = *cursor + strspn(*cursor, blanks);
    if (*behind != '=') return 1;
    *cursor = behind + 1;
    take_value(cursor, pair);
    return 1;
}

/* ---- the known keys ----------------------------------------------------------------------------------- */

static const struct {
    const char *key, *name;
    size_t offset;
    int box; /* the points can be read without it */
} known[] = {{"properties", "Properties", offsetof(io_xyz_keys, properties), 0},
             {"lattice", "Lattice", offsetof(io_xyz_keys, lattice), 1},
             {"pbc", "pbc", offsetof(io_xyz_keys, pbc), 0},
             {"origin", "Origin", offsetof(io_xyz_keys, origin), 1}};

enum { KNOWN = sizeof known / sizeof *known };

static span *value_of(io_xyz_keys *keys, size_t k) {
    return (span *)(void *)((char *)keys + known[k].offset);
}

/* Keeps the value of a known key.  Returns 0 if the key stands before with another value. */
static int keep(const key_value *pair, io_xyz_keys *keys, char *fault, char *box_fault) {
    for (size_t k = 0; k < KNOWN; k++) {
        span *value = value_of(keys, k);
        if (!pair->value.text || pair->key.length != strlen(known[k].key) ||
            strncasecmp(pair->key.text, known[k].key, pair->key.length) != 0)
            continue;
        const int other = value->text && (value->length != pair->value.length ||
                                          memcmp(value->text, pair->value.text, value->length) != 0);
        char *to = known[k].box ? box_fault : fault;
        if (other && !*to)
            snprintf(to, IO_XYZ_FAULT, "%s= stands in the line twice, with different values", known[k].name);
        *value = pair->value;
        return 1;
    }
    return 0;
}

/* Whether a word is a flag of a direction, as behind the first one of pbc= T T F. */
static int is_flag(const key_value *pair) {
    static const char *const flags[] = {"T", "F", "1", "0", "true", "false"};
    for (size_t k = 0; k < sizeof flags / sizeof *flags && !pair->value.text; k++)
        if (pair->key.length == strlen(flags[k]) &&
            strncasecmp(pair->key.text, flags[k], pair->key.length) == 0)
            return 1;
    return 0;
}

int io_xyz_find(const char *comment, io_xyz_keys *keys, char fault[IO_XYZ_FAULT],
                char box_fault[IO_XYZ_FAULT]) {
    key_value pair;
    int behind_pbc = 0;
    memset(keys, 0, sizeof *keys);
    *fault = *box_fault = '\0';
    while (next_pair(&comment, &pair)) {
        if (behind_pbc && is_flag(&pair) && !*box_fault)
            snprintf(box_fault, IO_XYZ_FAULT,
                     "'%.*s' stands behind the value of pbc=: three flags need quotes, as in pbc=\"T T F\"",
                     shown_length(pair.key), pair.key.text);
        behind_pbc = keep(&pair, keys, fault, box_fault) && strncasecmp(pair.key.text, "pbc", 3) == 0;
        if (pair.unclosed && !*fault)
            snprintf(fault, IO_XYZ_FAULT,
                     "%.*s= begins with a quote that is not closed, or is closed within a word",
                     shown_length(pair.key), pair.key.text);
    }
    return !*fault;
}

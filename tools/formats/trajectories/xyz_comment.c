/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/trajectories/xyz_comment.h"

#include "text/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- pairs -------------------------------------------------------------------------------------------- */

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

span io_xyz_word(const char *c) { return (span){c, strcspn(c, " \t=")}; }

/* The text between quotes, if the quotes end a word; otherwise the first quote is an ordinary character. */
static span take_key(const char **cursor) {
    const char *c = *cursor, *close = strchr(quotes, *c) ? closing(c) : NULL;
    span key = io_xyz_word(c);
    *cursor = c + key.length;
    if (!close || !strchr(" \t=", close[1])) return key;
    *cursor = close + 1;
    return (span){c + 1, (size_t)(close - c) - 1};
}

/* Takes the value behind an =.  A word that is followed by an = itself is the next key, and the value is empty. */
static void take_value(const char **cursor, io_xyz_pair *pair) {
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
    const span word = io_xyz_word(c);
    const char *behind = c + word.length;
    if (behind[strspn(behind, blanks)] == '=') return;
    *cursor = behind;
    pair->value = word;
    while (pair->value.length > 0 && strchr(",;", pair->value.text[pair->value.length - 1]))
        pair->value.length--;
}

int io_xyz_next(const char **cursor, io_xyz_pair *pair) {
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

/* ---- words that are meant as keys --------------------------------------------------------------------- */

/* Keys of other programs and spellings that mean the box or its periodic directions; without blanks and underscores, in lower
 * case. */
static const char *const box_words[] = {"lattice",        "latticevectors",
                                        "latticevector",  "latticeparameters",
                                        "latticematrix",  "cell",
                                        "cellvectors",    "cellpar",
                                        "cellparameters", "cellmatrix",
                                        "celllengths",    "unitcell",
                                        "supercell",      "simulationcell",
                                        "simcell",        "box",
                                        "boxsize",        "boxlength",
                                        "boxlengths",     "boxvectors",
                                        "boxmatrix",      "boxbounds",
                                        "simulationbox",  "simbox",
                                        "periodicbox",    NULL};
static const char *const periodic_words[] = {"pbc",
                                             "pbcs",
                                             "periodic",
                                             "periodicity",
                                             "periodicboundary",
                                             "periodicboundaryconditions",
                                             "boundary",
                                             "boundaryconditions",
                                             "boundaries",
                                             NULL};

static const char *word_of(const void *table, size_t k) { return ((const char *const *)table)[k]; }

size_t io_xyz_plain(span word, char text[IO_XYZ_PLAIN]) {
    size_t used = 0, k = 0;
    for (; k < word.length && used + 1 < IO_XYZ_PLAIN; k++) {
        const unsigned char c = (unsigned char)word.text[k];
        if (c == '_' || c == '-') continue;
        if (!isalpha(c)) break;
        text[used++] = (char)tolower(c);
    }
    text[used] = '\0';
    return k;
}

int io_xyz_is_listed(const char *text, const char *const *words) {
    for (; *words; words++)
        if (strcmp(text, *words) == 0) return 1;
    return 0;
}

int io_names_box(const char *name) {
    char text[IO_XYZ_PLAIN];
    return io_xyz_plain((span){name, strlen(name)}, text) == strlen(name) &&
           io_xyz_is_listed(text, box_words);
}

/* Whether a name is misspelt; short words are too near to others. */
static int is_near(const char *text, const char *known) {
    const char *const words[] = {known, NULL};
    return strlen(text) >= 6 && nearest_known(text, word_of, words) != NULL;
}

/* Whether a text is a list such as species:S:1:pos:R:3. */
static int is_list(span value) {
    const char *end = value.text + value.length, *name = value.text;
    const char *type = name ? memchr(name, ':', value.length) : NULL;
    return type && type > name && end - type > 3 && strchr("SIRL", type[1]) && type[2] == ':' &&
           isdigit((unsigned char)type[3]);
}

/* Whether what follows a word without an = is a value: a number, a flag, or a mark that opens one. */
static int value_follows(const char *c) {
    c += strspn(c, " \t:");
    if (*c == '\0') return 0;
    if (strchr(opening, *c)) return 1;
    double number = 0;
    span word = io_xyz_word(c);
    while (word.length > 0 && strchr(",;", word.text[word.length - 1])) word.length--;
    return parse_double(word, &number) ||
           (word.length > 0 && strspn(word.text, "TFtf") == word.length && word.length <= 3);
}

/* Whether a word stands for one of these names: as a key that is none, or without an = before a value. */
static int is_meant(const io_xyz_pair *pair, const char *behind, const char *const *words) {
    char text[IO_XYZ_PLAIN];
    const size_t used = io_xyz_plain(pair->key, text);
    const int known = io_xyz_is_listed(text, words);
    if (pair->value.text) return known || is_near(text, words[0]);
    if (!known) return 0;
    if (used < pair->key.length && strchr("({[\"'", pair->key.text[used])) return 1;
    return (used == pair->key.length || pair->key.text[used] == ':') && value_follows(behind);
}

/* Whether a word is a flag of a direction, as behind the first one of pbc= T T F. */
static int is_flag(const io_xyz_pair *pair) {
    char text[IO_XYZ_PLAIN];
    if (pair->value.text) return 0;
    if (pair->key.length == 1 && strchr("TFtf01", *pair->key.text)) return 1;
    io_xyz_plain(pair->key, text);
    return pair->key.length <= 5 && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0);
}

static int means_columns(const io_xyz_pair *pair) {
    char text[IO_XYZ_PLAIN];
    if (is_list(pair->value.text ? pair->value : pair->key)) return 1;
    io_xyz_plain(pair->key, text);
    return is_near(text, "properties") && (pair->value.text || strchr(pair->key.text, ':'));
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
static int keep(const io_xyz_pair *pair, io_xyz_keys *keys, char *fault, char *box_fault) {
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

/* Keeps the sentence about a word that is meant as a key but is none. */
static void keep_doubt(const io_xyz_pair *pair, const char *key, const char *what, char *doubt) {
    if (*doubt) return;
    snprintf(doubt, IO_XYZ_FAULT, "'%.*s%s' is not understood; %s are read from %s=", shown_length(pair->key),
             pair->key.text, pair->value.text ? "=" : "", what, key);
}

int io_xyz_find(const char *comment, io_xyz_keys *keys, char fault[IO_XYZ_FAULT],
                char box_fault[IO_XYZ_FAULT]) {
    char columns[IO_XYZ_FAULT] = "", box[IO_XYZ_FAULT] = "", periodic[IO_XYZ_FAULT] = "";
    io_xyz_pair pair;
    const char *const line = comment;
    int behind_pbc = 0, seen[IO_XYZ_SIDES] = {0};
    memset(keys, 0, sizeof *keys);
    *fault = *box_fault = '\0';
    while (io_xyz_next(&comment, &pair)) {
        if (behind_pbc && is_flag(&pair) && !*box_fault)
            snprintf(box_fault, IO_XYZ_FAULT,
                     "'%.*s' stands behind the value of pbc=: three flags need quotes, as in pbc=\"T T F\"",
                     shown_length(pair.key), pair.key.text);
        behind_pbc = pair.value.text && pair.key.length == 3 && strncasecmp(pair.key.text, "pbc", 3) == 0;
        if (pair.unclosed && !*fault)
            snprintf(fault, IO_XYZ_FAULT,
                     "%.*s= begins with a quote that is not closed, or is closed within a word",
                     shown_length(pair.key), pair.key.text);
        if (keep(&pair, keys, fault, box_fault)) continue;
        if (means_columns(&pair)) keep_doubt(&pair, "Properties", "the columns", columns);
        if (is_meant(&pair, comment, box_words) || io_xyz_has_cell(&pair))
            keep_doubt(&pair, "Lattice", "the cell vectors", box);
        if (io_xyz_sees_sides(&pair, seen)) keep_doubt(&pair, "Lattice", "the sides of a cell", box);
        if (is_meant(&pair, comment, periodic_words))
            keep_doubt(&pair, "pbc", "the periodic directions", periodic);
    }
    if (!*box && io_xyz_is_bare_cell(line))
        snprintf(box, sizeof box, "the comment line looks like a cell; cell vectors are read from Lattice=");
    if (!keys->properties.text && !*fault) memcpy(fault, columns, sizeof columns);
    if (!keys->lattice.text && !*box_fault) memcpy(box_fault, box, sizeof box);
    if (!keys->pbc.text && !*box_fault) memcpy(box_fault, periodic, sizeof periodic);
    return !*fault;
}

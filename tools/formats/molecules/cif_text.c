/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/molecules/cif_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_TAGS = 512, UNKNOWN = CIF_ITEMS };

/* A dot of mmCIF is an underscore of CIF. */
static const struct {
    const char *tag;
    int item;
} tags[] = {{"_cell_length_a", CIF_CELL},
            {"_cell_length_b", CIF_CELL + 1},
            {"_cell_length_c", CIF_CELL + 2},
            {"_cell_angle_alpha", CIF_CELL + 3},
            {"_cell_angle_beta", CIF_CELL + 4},
            {"_cell_angle_gamma", CIF_CELL + 5},
            {"_atom_site_fract_x", CIF_FRACTION},
            {"_atom_site_fract_y", CIF_FRACTION + 1},
            {"_atom_site_fract_z", CIF_FRACTION + 2},
            {"_atom_site_cartn_x", CIF_CARTESIAN},
            {"_atom_site_cartn_y", CIF_CARTESIAN + 1},
            {"_atom_site_cartn_z", CIF_CARTESIAN + 2},
            {"_atom_sites_fract_transf_matrix[1][1]", CIF_MATRIX},
            {"_atom_sites_fract_transf_matrix[1][2]", CIF_MATRIX + 1},
            {"_atom_sites_fract_transf_matrix[1][3]", CIF_MATRIX + 2},
            {"_atom_sites_fract_transf_matrix[2][1]", CIF_MATRIX + 3},
            {"_atom_sites_fract_transf_matrix[2][2]", CIF_MATRIX + 4},
            {"_atom_sites_fract_transf_matrix[2][3]", CIF_MATRIX + 5},
            {"_atom_sites_fract_transf_matrix[3][1]", CIF_MATRIX + 6},
            {"_atom_sites_fract_transf_matrix[3][2]", CIF_MATRIX + 7},
            {"_atom_sites_fract_transf_matrix[3][3]", CIF_MATRIX + 8},
            {"_atom_sites_fract_tran_matrix_11", CIF_MATRIX},
            {"_atom_sites_fract_tran_matrix_12", CIF_MATRIX + 1},
            {"_atom_sites_fract_tran_matrix_13", CIF_MATRIX + 2},
            {"_atom_sites_fract_tran_matrix_21", CIF_MATRIX + 3},
            {"_atom_sites_fract_tran_matrix_22", CIF_MATRIX + 4},
            {"_atom_sites_fract_tran_matrix_23", CIF_MATRIX + 5},
            {"_atom_sites_fract_tran_matrix_31", CIF_MATRIX + 6},
            {"_atom_sites_fract_tran_matrix_32", CIF_MATRIX + 7},
            {"_atom_sites_fract_tran_matrix_33", CIF_MATRIX + 8},
            {"_atom_site_occupancy", CIF_OCCUPANCY},
            {"_atom_site_disorder_group", CIF_DISORDER},
            {"_atom_site_label_alt_id", CIF_DISORDER},
            {"_atom_site_calc_flag", CIF_DUMMY},
            {"_atom_site_pdbx_pdb_model_num", CIF_MODEL},
            {"_space_group_symop_operation_xyz", CIF_OPERATION},
            {"_symmetry_equiv_pos_as_xyz", CIF_OPERATION},
            {"_space_group_name_h-m_alt", CIF_GROUP},
            {"_space_group_name_h-m_full", CIF_GROUP},
            {"_symmetry_space_group_name_h-m", CIF_GROUP},
            {"_symmetry_full_space_group_name_h-m", CIF_GROUP},
            {"_space_group_it_number", CIF_GROUP_NUMBER},
            {"_symmetry_int_tables_number", CIF_GROUP_NUMBER},
            {"_space_group_name_hall", CIF_HALL},
            {"_symmetry_space_group_name_hall", CIF_HALL},
            {"_space_group_symop_magn_operation_xyz", CIF_OTHER},
            {"_space_group_symop_magn_centering_xyz", CIF_OTHER},
            {"_space_group_magn_number_bns", CIF_OTHER},
            {"_space_group_magn_name_bns", CIF_OTHER},
            {"_space_group_ssg_name", CIF_OTHER},
            {"_space_group_symop_ssg_operation_algebraic", CIF_OTHER},
            {"_cell_modulation_dimension", CIF_OTHER},
            {"_pdbx_struct_oper_list_id", CIF_ASSEMBLY},
            {"_struct_ncs_oper_code", CIF_NCS}};

static int item_of(io_word tag) {
    for (size_t k = 0; k < sizeof tags / sizeof *tags; k++) {
        size_t at = 0;
        while (at < tag.length && tags[k].tag[at]) {
            const char c = tag.text[at] == '.' ? '_' : tag.text[at];
            if (strncasecmp(&c, &tags[k].tag[at], 1) != 0) break;
            at++;
        }
        if (at == tag.length && !tags[k].tag[at]) return tags[k].item;
    }
    return UNKNOWN;
}

/* ---- the values that are kept ------------------------------------------------------------------------- */

typedef struct kept {
    uint64_t at, line;
} kept;

static int no_memory(io_input *in) {
    return io_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", in->name);
}

static int keep(cif_reader *r, int item, io_word value) {
    cif_block *block = &r->block;
    const kept row = {block->used, r->in->line_number};
    if (item == UNKNOWN) return 0;
    if (block->room - block->used <= value.length) {
        const size_t room = 2 * block->room + value.length + 4096;
        char *text = realloc(block->text, room);
        if (!text) return no_memory(r->in);
        block->text = text;
        block->room = room;
    }
    memcpy(block->text + block->used, value.text, value.length);
    block->text[block->used + value.length] = '\0';
    block->used += value.length + 1;
    block->values[item].row_bytes = sizeof row;
    return io_rows_add(&block->values[item], &row, r->in);
}

uint64_t cif_count(const cif_block *block, int item) { return block->values[item].n; }

static const kept *row_of(const cif_block *block, int item, uint64_t k) {
    return (const kept *)(const void *)(block->values[item].data + k * sizeof(kept));
}

const char *cif_value(const cif_block *block, int item, uint64_t k) {
    const char *text = block->text + row_of(block, item, k)->at;
    return strcmp(text, "?") == 0 || strcmp(text, ".") == 0 ? "" : text;
}

uint64_t cif_line(const cif_block *block, int item, uint64_t k) { return row_of(block, item, k)->line; }

int cif_fail(const cif_reader *r, int item, uint64_t k, const char *format, ...) {
    char what[600];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    return io_problem_set(r->in->problem, NF_EXIT_INPUT, "%.300s:%llu: %s", r->in->name,
                          (unsigned long long)cif_line(&r->block, item, k), what);
}

int cif_number(const cif_block *block, int item, uint64_t k, double *number) {
    char text[64];
    const char *value = cif_value(block, item, k);
    const size_t length = strcspn(value, "("), rest = strlen(value + length);
    if (length >= sizeof text || (rest && (rest < 3 || value[length + rest - 1] != ')' ||
                                           strspn(value + length + 1, "0123456789.") != rest - 2)))
        return 0;
    memcpy(text, value, length);
    text[length] = '\0';
    return io_parse_double((io_word){text, length}, number) && isfinite(*number);
}

static void clear(cif_block *block) {
    block->used = 0;
    for (int k = 0; k < CIF_ITEMS; k++) block->values[k].n = 0;
}

void cif_free(cif_reader *r) {
    for (int k = 0; k < CIF_ITEMS; k++) free(r->block.values[k].data);
    free(r->block.text);
    free(r->long_text);
    free(r);
}

/* ---- tokens ------------------------------------------------------------------------------------------- */

typedef enum token { AT_END, A_BLOCK, A_LOOP, A_TAG, A_VALUE, BROKEN } token;

/* A text between lines that begin with a semicolon. */
static token read_long(cif_reader *r, io_word *word) {
    size_t used = 0;
    const uint64_t begun = r->in->line_number;
    const char *part = r->line + 1;
    do {
        const size_t length = strlen(part);
        if (r->long_room < used + length + 2) {
            char *larger = realloc(r->long_text, 2 * (used + length) + 256);
            if (!larger) return no_memory(r->in), BROKEN;
            r->long_text = larger;
            r->long_room = 2 * (used + length) + 256;
        }
        used += (size_t)snprintf(r->long_text + used, r->long_room - used, "%s%s", used ? " " : "", part);
        const io_input_state state = io_input_line(r->in, &r->line);
        if (state == IO_INPUT_PROBLEM) return BROKEN;
        if (state == IO_INPUT_END)
            return io_input_fail(r->in, "the text that begins in line %llu does not end.",
                                 (unsigned long long)begun),
                   BROKEN;
        part = r->line;
    } while (*r->line != ';');
    r->at = r->line + 1;
    *word = io_trim((io_word){r->long_text, used});
    return A_VALUE;
}

/* A quote ends where a blank or the end of the line follows. */
static token read_quoted(cif_reader *r, io_word *word) {
    const char quote = *r->at, *end = r->at + 1;
    while (*end && !(*end == quote && (!end[1] || end[1] == ' ' || end[1] == '\t'))) end++;
    if (!*end)
        return io_input_fail_line(r->in, "a value begins with %c, which is not closed.", quote), BROKEN;
    *word = (io_word){r->at + 1, (size_t)(end - r->at) - 1};
    r->at = end + 1;
    return A_VALUE;
}

static int begins(io_word word, const char *with) {
    return word.length >= strlen(with) && strncasecmp(word.text, with, strlen(with)) == 0;
}

static token next_token(cif_reader *r, io_word *word) {
    for (;;) {
        if (r->line) r->at += strspn(r->at, " \t");
        if (r->line && *r->at && *r->at != '#') break;
        const io_input_state state = io_input_line(r->in, &r->line);
        if (state == IO_INPUT_PROBLEM) return BROKEN;
        if (state == IO_INPUT_END) return r->line = NULL, AT_END;
        r->at = r->line;
        if (*r->line == ';') return read_long(r, word);
    }
    if (*r->at == '"' || *r->at == '\'') return read_quoted(r, word);
    *word = (io_word){r->at, strcspn(r->at, " \t")};
    r->at += word->length;
    if (*word->text == '_') return A_TAG;
    if (begins(*word, "data_")) return A_BLOCK;
    if (begins(*word, "loop_") && word->length == 5) return A_LOOP;
    if (begins(*word, "save_") || begins(*word, "global_") || begins(*word, "stop_"))
        return io_input_fail_line(r->in,
                                  "'%.*s' is not read: a CIF file of atoms has data_ blocks and loop_ only.",
                                  io_shown(*word), word->text),
               BROKEN;
    return A_VALUE;
}

/* ---- a block ------------------------------------------------------------------------------------------ */

static int stray(cif_reader *r, io_word word) {
    return io_input_fail_line(r->in, "'%.*s' stands where a tag, loop_ or data_ is expected.", io_shown(word),
                              word.text);
}

/* Finds the item of a tag; refuses numbers of the cell or coordinates that the block has before. */
static int find_item(cif_reader *r, io_word tag, int *item) {
    *item = item_of(tag);
    if (*item >= CIF_OCCUPANCY || cif_count(&r->block, *item) == 0) return 0;
    return io_input_fail_line(r->in, "%.*s is in the block twice: it has a value in line %llu.",
                              io_shown(tag), tag.text, (unsigned long long)cif_line(&r->block, *item, 0));
}

/* Reads the tags and values of a loop.  *next is the token behind it. */
static int read_loop(cif_reader *r, token *next, io_word *word) {
    int items[MOST_TAGS];
    uint64_t count = 0, values = 0;
    while ((*next = next_token(r, word)) == A_TAG) {
        if (count == MOST_TAGS)
            return io_input_fail_line(r->in, "the loop has more than %d columns.", (int)MOST_TAGS);
        if (find_item(r, *word, &items[count++]) != 0) return r->in->problem->code;
    }
    for (; *next == A_VALUE && count; *next = next_token(r, word))
        if (keep(r, items[values++ % count], *word) != 0) return r->in->problem->code;
    if (*next == BROKEN) return r->in->problem->code;
    if (count && values % count == 0) return 0;
    return io_input_fail_line(r->in, "the loop that ends here has %llu values for %llu columns.",
                              (unsigned long long)values, (unsigned long long)count);
}

static int read_pair(cif_reader *r, io_word *word) {
    int item = UNKNOWN;
    if (find_item(r, *word, &item) != 0) return r->in->problem->code;
    const token next = next_token(r, word);
    if (next == A_VALUE) return keep(r, item, *word);
    return next == BROKEN ? r->in->problem->code
                          : io_input_fail_line(r->in, "a tag before this has no value.");
}

/* Reads up to the heading of the next block, or the end. */
static int read_block(cif_reader *r) {
    io_word word = {NULL, 0};
    token t = next_token(r, &word);
    while (t != AT_END && t != A_BLOCK) {
        int failed = 0;
        if (t == BROKEN) return r->in->problem->code;
        if (t == A_VALUE) return stray(r, word);
        if (t == A_LOOP) failed = read_loop(r, &t, &word);
        else if ((failed = read_pair(r, &word)) == 0) t = next_token(r, &word);
        if (failed) return failed;
    }
    r->begun = t == A_BLOCK;
    return 0;
}

int cif_next_block(cif_reader *r, int *found) {
    io_word word = {NULL, 0};
    *found = 0;
    if (!r->started) {
        const token t = next_token(r, &word);
        if (t == BROKEN) return r->in->problem->code;
        if (t != A_BLOCK) return io_input_fail_line(r->in, "a CIF file begins with data_NAME.");
        r->begun = r->started = 1;
    }
    while (r->begun && !*found) {
        clear(&r->block);
        if (read_block(r) != 0) return r->in->problem->code;
        for (int k = CIF_FRACTION; k < CIF_OCCUPANCY; k++) *found |= cif_count(&r->block, k) > 0;
    }
    return 0;
}

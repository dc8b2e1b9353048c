/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A pair function: its declarations, and the parts of programs that apply it. */
#ifndef NF_FUNCTION_FUNCTION_H
#define NF_FUNCTION_FUNCTION_H

#include "core/fail.h"
#include "opencl/program/spec.h"

#include <nearfield/function.h>

struct nf_function {
    nf_context *context;
    nf_function_info info;
    const char *declarations, *undefines, *text; /* names of parts */
    int stays; /* 1: so do its parts and programs when it is freed, as it comes with the library */
    char key[NF_NAME_BYTES]; /* among stored choices: its name, or a hash of its source */
};

/* The functions that come with the library, by name, up to a row without one: the files cl/function/pair_*.cl, of which the build makes the table. */
typedef struct nf_ready {
    const char *name, *file; /* "lennard-jones", "function/pair_lennard_jones.cl" */
} nf_ready;
extern const nf_ready nf_ready_functions[];

/* The text behind the byte order mark that editors may write before a source in UTF-8. */
const char *nf_function_text(const char *source);

/* A part of a text. */
typedef struct nf_word {
    const char *at;
    size_t length;
} nf_word;

/* A line of a source that declares something.  It is one wherever it stands; the compiler is asked whether it sees it (nf_function_text_make). */
typedef struct nf_declaration {
    const char *begin, *end; /* from # to the end of the line, or to a comment */
    const char *rest;        /* the words that were not read */
    nf_word owner;           /* the word behind #pragma: nearfield, or what may be a slip of it */
    nf_word kind, name;      /* the words behind that; of length 0: there is none */
    size_t line;             /* the first is 1 */
} nf_declaration;

/* A source that is read in lines. */
typedef struct nf_lines {
    const char *at;
    size_t count; /* of the lines that were read */
} nf_lines;

/* Finds the next declaration; 0 at the end. */
int nf_declaration_next(nf_lines *lines, nf_declaration *found);

/* Reads the declarations of a source.  `file` is its name in messages. */
nf_status nf_function_read(const char *source, const char *file, nf_function_info *info, nf_sentence *error);

/* Writes the generated part that cl/function/function.cl needs, without the defines of a call; `room` bytes are enough if it is
   NF_DECLARATIONS_ROOM. */
enum { NF_DECLARATIONS_ROOM = 16384 };
void nf_function_declarations(const nf_function_info *info, char *text, size_t room);

/* 1 if a kernel file, by its name, may be in a program with a pair function; not those of other functions. */
int nf_function_may_meet(const char *file);

/* 1 if a macro of these files has this name. */
int nf_function_is_macro(const char *name);

/* Writes a part that undefines the macros of these files; allocated. */
nf_status nf_function_undefine(const nf_allocator *allocator, char **text, nf_sentence *error);

/* Writes the part that programs have of a source: its lines, with something in place of each declaration that the compiler checks; allocated. */
nf_status nf_function_text_make(const nf_allocator *allocator, const char *source, char **text,
                                nf_sentence *error);

/* Compiles the text of a function alone; messages speak of the source and its file. */
nf_status nf_function_compile(const nf_function *function, const char *source, const char *file);

/* Adds the function to a program, with the options of the call. */
void nf_function_add(const nf_function *function, int sum64, int fast, uint32_t wanted, nf_spec *spec);

#endif

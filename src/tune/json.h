/*
 * JSON as far as profiles need it, read strictly: one object of scalars and of objects of scalars.  Scalars are
 * strings, whole numbers, true and false.  Whatever else JSON has (arrays, fractions, null, deeper objects)
 * and whatever it has not is damage.
 *
 * The library depends on nothing but the OpenCL loader, and this is all the JSON that it reads; whole numbers
 * keep it independent of the locale.
 */
#ifndef NF_TUNE_JSON_H
#define NF_TUNE_JSON_H

#include "core/fail.h"

#include <stdint.h>
#include <stdio.h>

enum { NF_JSON_TEXT = 256 };

typedef enum nf_json_kind { NF_JSON_STRING, NF_JSON_NUMBER, NF_JSON_BOOLEAN } nf_json_kind;

/* "section": {"key": value}; section is "" for members of the outer object. */
typedef struct nf_json_member {
    char section[NF_JSON_TEXT], key[NF_JSON_TEXT], text[NF_JSON_TEXT];
    nf_json_kind kind;
    int64_t number; /* also 0 or 1 for a boolean */
} nf_json_member;

/* Calls `take` for each scalar; ends at the first that it refuses.  NF_ERROR_ARGUMENT with a sentence that names the
   byte for a text that is damaged. */
nf_status nf_json_read(const char *text, size_t size,
                       nf_status (*take)(void *user, const nf_json_member *member, nf_sentence *error),
                       void *user, nf_sentence *error);

#endif

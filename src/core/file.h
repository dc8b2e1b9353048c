/*
 * Files that the library keeps for its user: read only when nobody else could have written them, and written
 * whole or not at all.
 */
#ifndef NF_CORE_FILE_H
#define NF_CORE_FILE_H

#include "core/memory.h"
#include "core/system.h"

/* Where the user wants such files: `wish`, what the environment's `variable` says, or the system's place for them.
   Answers the length; 0: there is no place, or its name is too long. */
size_t nf_file_user_folder(const char *wish, const char *variable, nf_folder folder, char path[NF_PATH_MOST]);

/* Makes the folder and those above it that are missing, for the user alone.  Answers 0, or the errno of why it is not
   there. */
int nf_file_make_folder(const char *path);

/* The whole of a text file of at most `most` bytes, ended by a zero.  *out is NULL when there is none.
   NF_ERROR_UNSUPPORTED with a sentence when it may not be used, NF_ERROR_MEMORY. */
nf_status nf_file_read_text(const nf_allocator *allocator, const char *path, size_t most, char **out,
                            nf_sentence *error);

/* One piece of a file. */
typedef struct nf_file_part {
    const void *data;
    size_t size;
} nf_file_part;

/* Writes the parts aside and renames: 1 when the file is there as a whole, 0 when nothing has changed (errno says
   why). */
int nf_file_replace(const char *path, const nf_file_part *parts, size_t count);

#endif

/*
 * Built programs on disk.  One file a program, named by the hash of its key; the key (sources, defines,
 * device, driver) stands in the file in full.  Written aside and renamed, so that two processes may build at
 * once.  The folder is the user's alone (0700), and a file that another user owns or could have written is
 * not loaded. Whatever is wrong with the cache, the answer is "not there".
 */
#ifndef NF_OPENCL_CACHE_H
#define NF_OPENCL_CACHE_H

#include "core/fail.h"
#include "core/memory.h"

#include <nearfield/context.h>

/* The folder to use: `wish`, or NEARFIELD_CACHE, or the user's cache folder; made if need be.  *out is NULL
   when the cache is off ("off"), when `only_named` and neither of the first two is given, or when the folder
   cannot be used.  Only memory can fail. */
nf_status nf_cache_folder(const nf_allocator *allocator, const char *wish, int only_named, char **out,
                          nf_sentence *error);

/* The entry of `key`, allocated, or NULL. */
void *nf_cache_load(const nf_allocator *allocator, const char *folder, const char *key, size_t *size);

void nf_cache_store(const char *folder, const char *key, const void *data, size_t size);

/* Removes the entry of `key`: it did not serve. */
void nf_cache_drop(const char *folder, const char *key);

#endif

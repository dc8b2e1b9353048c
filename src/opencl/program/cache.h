/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The disk cache of built programs.  Each program is a file, named by the hash of its key; the file contains the whole
 * key (sources, defines, device, driver).  A file is written under another name and renamed, so that several processes
 * may build at once.  Only the user can access the folder (0700), and a file that another user owns or could have
 * written is not loaded.  Every fault of the cache counts as a miss.
 */
#ifndef NF_OPENCL_CACHE_H
#define NF_OPENCL_CACHE_H

#include "core/fail.h"
#include "core/memory.h"

#include <nearfield/context.h>

/* The folder of the cache: `wish`, or NEARFIELD_CACHE, or the user's cache folder; created if missing.  *out is NULL if
   the cache is off ("off"), if the folder cannot be used, of which `trouble` has a sentence then, or if `only_named` is set and neither of the first two is.
   Fails only with NF_ERROR_MEMORY. */
nf_status nf_cache_folder(const nf_allocator *allocator, const char *wish, int only_named, char **out,
                          nf_sentence *trouble, nf_sentence *error);

/* Loads the entry of `key`; allocated, or NULL. */
void *nf_cache_load(const nf_allocator *allocator, const char *folder, const char *key, size_t *size);

void nf_cache_store(const char *folder, const char *key, const void *data, size_t size);

/* Removes the entry of `key`, which could not be used. */
void nf_cache_drop(const char *folder, const char *key);

#endif

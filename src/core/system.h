/*
 * What the library asks of the operating system: the user's folders, files, a clock, pages.  system_posix.c answers on
 * POSIX systems, system_windows.c on Windows; no other file of src/ calls what is not C11 or OpenCL.
 *
 * Names of files are UTF-8 on every system.
 */
#ifndef NF_CORE_SYSTEM_H
#define NF_CORE_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

enum { NF_PATH_MOST = 1024 };

/* Milliseconds of a clock that nobody sets, from an arbitrary start. */
double nf_system_clock(void);

/* ---- places ---- */

/* Answers the length of an environment variable, 0 if it is unset or empty, and copies its value to `text` if the length
   is below `room`. */
size_t nf_system_variable(const char *name, char *text, size_t room);

/* The user's own folders for nearfield: for what can be made again, and for what was decided.  Answers the length of the
   name, or 0 where there is none or it is too long. */
typedef enum nf_folder { NF_FOLDER_CACHE, NF_FOLDER_CONFIG } nf_folder;
size_t nf_system_folder(nf_folder folder, char path[NF_PATH_MOST]);

/* 1 for what separates the parts of a path. */
int nf_system_is_separator(char letter);

/* ---- folders and files: what fails leaves its reason in errno ---- */

/* Makes one folder, for the user alone; 1 when it is there. */
int nf_system_make_folder(const char *path);

/* 1 when it is a folder (no link) of this user's that nobody else may use. */
int nf_system_folder_is_private(const char *path);

/* Opens for reading a file (no link) of this user's or the administrator's that nobody else could have written; -1 when it
   is not there, -2 when it may not be trusted.  *size is its size. */
int nf_system_open(const char *path, uint64_t *size);

/* Makes a new file for the user alone beside `path`, under a name that nothing has; that name goes into `made`.
   -1 on failure. */
int nf_system_create(const char *path, char made[NF_PATH_MOST]);

/* The whole, or 0. */
int nf_system_read(int file, void *data, size_t size);
int nf_system_write(int file, const void *data, size_t size);

/* 1 when everything that was written is kept. */
int nf_system_close(int file);

/* Gives `from` the name `to`, in place of a file that may have it; 1 when that was done. */
int nf_system_rename(const char *from, const char *to);
void nf_system_remove(const char *path);

/* ---- memory ---- */

/* Memory of at least `bytes` that asks for large pages, or NULL where there are none to ask for. */
void *nf_system_large_pages(size_t bytes);
void nf_system_free_pages(void *memory);

#endif

/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The operating system: folders of the user, files, a clock, large pages, libraries, threads and locks.  system_posix.c implements it for POSIX,
 * system_windows.c for Windows; all other files of src/ call C11 and OpenCL only.
 *
 * File names are UTF-8 on every system.
 */
#ifndef NF_CORE_SYSTEM_H
#define NF_CORE_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

enum { NF_PATH_MOST = 1024 };

/* Milliseconds of a monotonic clock, from an arbitrary start. */
double nf_system_clock(void);

/* The bytes of memory of the machine; half of the address space if that is not known. */
uint64_t nf_system_memory(void);

/* ---- places ---- */

/* Returns the length of an environment variable, 0 if it is unset or empty, and copies its value to `text` if the length
   is below `room`. */
size_t nf_system_variable(const char *name, char *text, size_t room);

/* Copies a variable as nf_system_variable() does that may make the program run other code: it counts as unset in a program that has more rights than its user. */
size_t nf_system_trusted_variable(const char *name, char *text, size_t room);

/* The user's folders for nearfield: for caches, and for configuration.  Returns the length of the name, or 0 if there is
   none or it is too long. */
typedef enum nf_folder { NF_FOLDER_CACHE, NF_FOLDER_CONFIG } nf_folder;
size_t nf_system_folder(nf_folder folder, char path[NF_PATH_MOST]);

/* 1 for a character that separates the parts of a path. */
int nf_system_is_separator(char letter);

/* ---- folders and files: a function that fails sets errno ---- */

/* Creates one folder, accessible to the user only; 1 if it exists afterwards. */
int nf_system_make_folder(const char *path);

/* 1 for a folder (not a link) that belongs to this user and that no other user can access. */
int nf_system_folder_is_private(const char *path);

/* Opens a file for reading.  It must not be a link, must belong to this user or the administrator, and must not be
   writable for others.  Returns -1 if it does not exist, -2 if it is not trusted.  *size receives its size. */
int nf_system_open(const char *path, uint64_t *size);

/* Creates a file with an unused name in the folder of `path`, accessible to the user only; the name goes into `made`.
   -1 on failure. */
int nf_system_create(const char *path, char made[NF_PATH_MOST]);

/* Reads or writes all bytes: 1, or 0 on failure. */
int nf_system_read(int file, void *data, size_t size);
int nf_system_write(int file, const void *data, size_t size);

/* Closes a file: 1 if all data written was stored. */
int nf_system_close(int file);

/* Renames `from` to `to`, replacing an existing file: 1 on success. */
int nf_system_rename(const char *from, const char *to);
void nf_system_remove(const char *path);

/* ---- memory ---- */

/* Allocates at least `bytes` and requests large pages for them; NULL if the system has none. */
void *nf_system_large_pages(size_t bytes);
void nf_system_free_pages(void *memory);

/* ---- libraries ---- */

/* Opens a shared library by its path, or by its name where the system looks for libraries.  NULL on failure: the reason goes into `why`, cut to
   fit; `why` may be NULL. */
void *nf_system_open_library(const char *name, char *why, size_t room);
void nf_system_close_library(void *library);

/* The address of a function of a library; NULL if it has none of this name. */
void (*nf_system_symbol(void *library, const char *name))(void);

/* ---- threads ---- */

/* Keeps other threads out until nf_system_unlock(): one lock for the process. */
void nf_system_lock(void);
void nf_system_unlock(void);

/* The processors that this process may use, at least 1: those that it may run on, or fewer where a container has the time of fewer. */
unsigned nf_system_processors(void);

/* The number of the process, which is another one after fork(); 0 where there is no fork(). */
uint64_t nf_system_process(void);

/* A thread. */
typedef struct nf_thread {
    void (*run)(void *user);
    void *user;
    uintptr_t handle; /* the system's */
} nf_thread;

/* The bytes of a thread's stack, as the defaults of systems differ: musl has 128 KB. */
enum { NF_THREAD_STACK = 1 << 20 };

/* Starts a thread that calls run(user): 1, or 0 if the system has no more.  It receives no signals but those of its own faults, for which the process may
   have handlers.  The struct stays where it is until nf_thread_join(), which waits for the end of the thread. */
int nf_thread_start(nf_thread *thread, void (*run)(void *user), void *user);
void nf_thread_join(nf_thread *thread);

/* A lock with two conditions that threads wait for. */
typedef struct nf_monitor nf_monitor;
extern const size_t nf_monitor_size;

/* Makes a monitor of memory, whatever that contains, and ends one that no thread is in. */
void nf_monitor_open(nf_monitor *monitor);
void nf_monitor_close(nf_monitor *monitor);

void nf_monitor_lock(nf_monitor *monitor);
void nf_monitor_unlock(nf_monitor *monitor);

/* Waits, while the lock is held, for condition 0 or 1: lets others in until one of them has called nf_monitor_wake(), or for no reason.  That wakes all who
   wait for the condition; nf_monitor_wake_one() wakes at least one of them. */
void nf_monitor_wait(nf_monitor *monitor, unsigned condition);
void nf_monitor_wake(nf_monitor *monitor, unsigned condition);
void nf_monitor_wake_one(nf_monitor *monitor, unsigned condition);

#endif

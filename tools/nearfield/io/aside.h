/* A file that is written under a name of its own in the folder of its target, and takes the target's name when
 * it is complete. */
#ifndef NEARFIELD_IO_ASIDE_H
#define NEARFIELD_IO_ASIDE_H

typedef struct io_aside {
    char *path, *temporary;
    int file; /* open for writing, or -1 */
} io_aside;

/* Creates the temporary file.  Returns 0 or an errno, and then there is nothing to drop. */
int io_aside_open(io_aside *aside, const char *path);

/* Closes the file and puts it under its name.  Returns 0 or an errno, and then the temporary file is gone. */
int io_aside_commit(io_aside *aside);

/* Closes and removes the temporary file; nothing where all is zero. */
void io_aside_drop(io_aside *aside);

/* From now on a signal that ends the program removes the temporary file before; for one file at a time, until it
 * is committed or dropped. */
void io_aside_remove_on_signal(const io_aside *aside);

#endif

#include "sink_internal.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* The one variable of the program that is not passed by argument: a signal handler takes none. An atomic
 * pointer is lock-free and so may be read in a handler. */
static _Atomic(const char *) temporary_to_remove;

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

static void remove_temporary(int signal_number) {
    const char *path = atomic_load(&temporary_to_remove);
    if (path != NULL) (void)unlink(path);
    (void)raise(signal_number); /* SA_RESETHAND has put back the default, which ends the program */
}

void nf_sink_cleanup_on_signal(const nf_sink *sink) {
    struct sigaction action = {.sa_handler = remove_temporary, .sa_flags = (int)SA_RESETHAND};
    struct sigaction before;
    (void)sigemptyset(&action.sa_mask);
    atomic_store(&temporary_to_remove, sink->temporary);
    for (size_t i = 0; i < sizeof ending_signals / sizeof ending_signals[0]; i++)
        /* nohup and shells have a reason when they let a signal be ignored. */
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(ending_signals[i], &action, NULL);
}

void nf_sink_forget_signal(const nf_sink *sink) {
    const char *expected = sink->temporary;
    (void)atomic_compare_exchange_strong(&temporary_to_remove, &expected, NULL);
}

#include "tune/note.h"

#include "tune/capability.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

NF_PRINTF(2, 3)
static void add(nf_known *known, const char *words, ...) {
    const size_t used = strlen(known->note);
    va_list list;
    va_start(list, words);
    vsnprintf(known->note + used, sizeof known->note - used, words, list);
    va_end(list);
}

static const char *where(int shipped) { return shipped ? "that comes with the library" : "that is stored"; }

static void add_paths(nf_known *known, int shipped) {
    if (known->own_checked && known->checked == known->own_checked)
        add(known, " Fast paths are those of this context's self-check, which is not stored: %s.",
            known->own_why);
    else if (!known->checked && known->own_why[0])
        add(known, " Fast paths are off: this context's self-check did not end, and is not stored: %s.",
            known->own_why);
    else if (known->checked) add(known, " Fast paths are those of the self-check %s.", where(shipped));
    else add(known, " Fast paths are off: no self-check of this device and driver is stored.");
}

void nf_note_write(nf_known *known, const nf_note *note) {
    const nf_profile *p = note->shapes;
    known->note[0] = 0;
    if (known->value_count)
        add(known, "Kernels are shaped by the profile of %s (driver %s) %s.", p->name, p->driver,
            where(note->shapes_shipped));
    else if (p)
        add(known, "Kernels have the default shapes: the profile of %s (driver %s) %s found nothing faster.",
            p->name, p->driver, where(note->shapes_shipped));
    else add(known, "Kernels have the default shapes: nothing is stored for this device or one like it.");
    add_paths(known, note->verdict_shipped);
    if (note->trouble[0]) add(known, " Ignored: %s.", note->trouble);
}

void nf_note_write_off(nf_known *known) {
    known->note[0] = 0;
    if (!known->own_why[0])
        add(known, "Kernels have the default shapes and fast paths are off: the configuration is \"off\".");
    else {
        add(known, "Kernels have the default shapes: the configuration is \"off\".");
        add_paths(known, 0);
    }
}

void nf_note_groups(nf_context *context) {
    const char *source = nf_capability_source(context, NF_CAN_GROUPS);
    if (nf_can(context, NF_CAN_GROUPS) || !nf_is_serial(context)) return;
    add(&context->known, " Work-groups have one work-item, whatever is asked for: ");
    if (strcmp(source, "NEARFIELD_PATHS") == 0) add(&context->known, "NEARFIELD_PATHS says groups=0.");
    else
        add(&context->known, "in larger ones kernels with barriers go wrong on this driver (%s).",
            strcmp(source, "checked") == 0 ? "the self-check found it" : "known of its version");
}

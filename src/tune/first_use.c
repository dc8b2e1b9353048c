#include "tune/first_use.h"

#include "tune/probe.h"
#include "tune/profile.h"
#include "tune/store.h"

#include <nearfield/check.h>
#include <stdlib.h>
#include <string.h>

/* A CPU takes kernels of one work-item, for which none of what could be proved makes a difference. */
static int could_gain(const nf_device_info *device) { return strcmp(nf_profile_type(device), "cpu") != 0; }

static int is_wanted(const nf_context *context, const nf_context_options *options) {
    const char *word = getenv("NEARFIELD_SELF_CHECK");
    if (context->known.checked || options->self_check < 0) return 0;
    if (options->self_check > 0) return 1;
    return !(word && strcmp(word, "off") == 0) && !context->known.off && could_gain(&context->device);
}

nf_status nf_first_use(nf_context *context, const nf_context_options *options) {
    if (!is_wanted(context, options)) return NF_OK;
    static const nf_profile nothing; /* proved */
    nf_status status = nf_self_check(context);
    if (status != NF_OK && !nf_is_host_memory(context, status)) {
        /* The context serves without: a check is no reason not to have one. */
        const nf_sentence why = context->error;
        context->error.text[0] = 0;
        status = nf_store_serve(context, &nothing, why.text);
    }
    /* It is none of the work that the caller times. */
    nf_context_reset_stages(context);
    nf_context_trim(context);
    return status;
}

/* A context: its device opened, and what is known of that device learnt. */
#include "tune/capability.h"
#include "tune/first_use.h"
#include "tune/store.h"

nf_status nf_context_create(const nf_context_options *options, nf_context **out, char *message,
                            size_t message_size) {
    static const nf_context_options defaults;
    nf_sentence error = {.text = ""};
    nf_context *context = NULL;
    nf_status status = NF_OK;
    if (!options) options = &defaults;
    if (message && message_size) message[0] = 0;
    if (out) *out = NULL;
    else NF_TRY(nf_fail(&error, NF_ERROR_ARGUMENT, "out is NULL"));
    NF_TRY(nf_context_open(options, &context, &error));
    nf_capability_force(context);
    status = nf_store_learn(context, options->config_folder);
    if (status == NF_OK) status = nf_first_use(context, options);
    if (status != NF_OK) error = context->error;
done:
    if (status != NF_OK) {
        nf_sentence_copy(&error, message, message_size);
        nf_context_free(context);
        context = NULL;
    }
    if (out) *out = context;
    return status;
}

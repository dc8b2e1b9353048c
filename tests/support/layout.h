/* What kernels make of a struct: for the sizes that the host counts by itself. */
#ifndef SUPPORT_LAYOUT_H
#define SUPPORT_LAYOUT_H

#include "support/device.h"

/* sizeof(`type`) as the device's compiler sees it behind `source`, a file below cl/, with these options. */
uint64_t support_sizeof(nf_context *context, const char *source, const char *options, const char *type);

#endif

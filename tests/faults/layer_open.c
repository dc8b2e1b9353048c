/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "layer.h"
#include "support/assertions.h"
#include "support/layers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

faults_layer *faults_layer_open(const char *program) {
    faults_layer_state_function find = NULL;
    support_use_layer(FAULTS_LAYER);
    void *library = dlopen(FAULTS_LAYER, RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s: %s\n", program, dlerror());
        return NULL;
    }
    void *symbol = dlsym(library, "faults_layer_state");
    memcpy(&find, &symbol, sizeof find);
    return find ? find() : NULL;
}

void faults_layer_clean(faults_layer *layer) { memset(layer, 0, sizeof *layer); }

void faults_nothing_is_left(const faults_layer *layer, const char *when, long number) {
    static const char *const names[] = {
#define FAULTS_NAME(name) #name,
        FAULTS_OBJECTS(FAULTS_NAME)
#undef FAULTS_NAME
    };
    for (int k = 0; k < FAULTS_OBJECT_COUNT; k++)
        ck_assert_msg(layer->alive[k] == 0, "%s %ld: %ld of kind %s are left", when, number, layer->alive[k],
                      names[k]);
}

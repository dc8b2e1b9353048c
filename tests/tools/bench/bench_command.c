/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/bench/bench_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

temporary place;

const temporary *new_place(void) {
    place = new_temporary();
    return &place;
}

void remove_place(const temporary *const *folder) { remove_temporary(*folder); }

int bench(const char *arguments) {
    char line[2048];
    ck_assert_int_lt(snprintf(line, sizeof line, "cd '%s' && '%s' bench %s >said 2>&1", place.folder,
                              NEARFIELD_COMMAND, arguments),
                     (int)sizeof line);
    const int status = system(line); /* NOLINT: a test's own command */
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

char *text_of(const char *name) {
    char path[512];
    size_t size = 0;
    path_in(&place, name, path);
    return read_whole_file(path, &size);
}

void expect(const char *arguments, int code, const char *sentence) {
    const int answered = bench(arguments);
    own_memory char *said = text_of("said");
    ck_assert_msg(answered == code, "bench %s: exit code %d: %s", arguments, answered, said);
    ck_assert_msg(strstr(said, sentence) != NULL, "bench %s says: %s", arguments, said);
}

cJSON *json_of(const char *name) {
    own_memory char *text = text_of(name);
    cJSON *value = cJSON_ParseWithOpts(text, NULL, 1);
    ck_assert_msg(value != NULL, "%s is no JSON: %s", name, text);
    return value;
}

double number(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsNumber(item), "no number \"%s\"", name);
    return item->valuedouble;
}

const char *word(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text ? text : "";
}

const cJSON *part(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(item != NULL, "no \"%s\"", name);
    return item;
}

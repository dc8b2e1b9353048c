/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Numbers in texts, in any locale. */
#include "core/number.h"
#include "support/device.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    int is;
    double value;
} rows[] = {{"78.3", 1, 78.3}, {"-1.5e-3", 1, -1.5e-3}, {".5", 1, 0.5}, {"2", 1, 2},     {"1e400", 0, 0},
            {"inf", 0, 0},     {"nan", 0, 0},           {"1,5", 0, 0},  {"1.2.3", 0, 0}, {"", 0, 0},
            {"1.5x", 0, 0},    {"0x10", 0, 0},          {"e5", 0, 0},   {"+", 0, 0},     {"1 2", 0, 0}};

static void check_rows(const char *locale) {
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double value = 0;
        const int is = nf_number_read(rows[k].text, strlen(rows[k].text), &value);
        ck_assert_msg(is == rows[k].is && (!is || value == rows[k].value), "%s: \"%s\" is %d, %.17g", locale,
                      rows[k].text, is, value);
    }
}

TEST(a_number_is_decimal_and_finite) {
    double value = 0;
    char digits[65];
    memset(digits, '1', sizeof digits);
    check_rows("C");
    ck_assert_int_eq(nf_number_read("12.5", 2, &value), 1);
    ck_assert_double_eq(value, 12);
    ck_assert_int_eq(nf_number_read(digits, 63, &value), 1);
    ck_assert_int_eq(nf_number_read(digits, 64, &value), 0);
}

/* 1 in a locale whose decimal point is a comma: one that is installed, or one that is compiled here. */
static int set_comma_locale(void) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8", "German"};
    char folder[] = "/tmp/nearfield-locale-XXXXXX", command[200];
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (setlocale(LC_ALL, names[k])) return strcmp(localeconv()->decimal_point, ",") == 0;
    if (!mkdtemp(folder)) return 0;
    (void)snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.utf8 >%s/said 2>&1", folder,
                   folder);
    const int made = system(command) == 0 &&
                     setenv("LOCPATH", folder, 1) == 0 && /* NOLINT: a fixed command */
                     setlocale(LC_ALL, "de_DE.utf8") != NULL;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 && made && strcmp(localeconv()->decimal_point, ",") == 0; /* NOLINT */
}

TEST(a_comma_in_the_locale_changes_nothing) {
    if (set_comma_locale()) check_rows("with a comma");
    else printf("skipped: there is no locale with a comma, and localedef makes none\n");
    setlocale(LC_ALL, "C");
}

#include "support/run.h"

#include <stdio.h>
#include <stdlib.h>

int support_run(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner), run = srunner_ntests_run(runner);
    srunner_free(runner);
    if (run == 0) (void)fprintf(stderr, "no test was run\n");
    return failed || run == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

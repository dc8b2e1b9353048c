/* What the compiler says of a pair function that it does not accept. */
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <string.h>

#define HEAD "#pragma nearfield radial\n#pragma nearfield sum energies scalar even 1e3\n"
#define BODY                                                                                                 \
    "static real interact(const fields *i, const fields *j, real d2, const parameters *p, sums *to) {\n"     \
    "    to->energies += d2;\n    return 0;\n}\n"

/* Compilers name the caller's file and line, and the next call of another function works. */
START_TEST(the_compiler_names_the_line_of_the_function) {
    static const float at[6] = {0, 0, 0, 0.5f, 0, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .host = at};
    nf_context *context = support_context(NULL);
    nf_function *wrong = NULL, *right = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    float energies[2];
    support_ok(context,
               nf_function_create(context, NULL,
                                  HEAD "static real interact(const fields *i, const fields *j, real d2,\n"
                                       "    const parameters *p, sums *to) {\n"
                                       "    return p->no_such_parameter;\n}\n",
                                  "my force.cl", &wrong));
    support_ok(context, nf_function_create(context, NULL, HEAD BODY, NULL, &right));
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    ck_assert_int_eq(nf_interact(cloud, 1, wrong, NULL, NULL, &result), NF_ERROR_BUILD);
    ck_assert_ptr_nonnull(strstr(nf_context_build_log(context), "my force.cl:5"));
    ck_assert_ptr_nonnull(strstr(nf_context_error(context), "no_such_parameter"));
    ck_assert_ptr_null(result);
    support_ok(context, nf_interact(cloud, 1, right, NULL, NULL, &result));
    support_ok(context, nf_result_read(result, NF_ARRAY_SUMS, 0, 2, NULL, energies));
    ck_assert_double_eq((double)energies[0], 0.25);
    nf_result_free(result);
    nf_cloud_free(cloud);
    nf_function_free(wrong);
    nf_function_free(right);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {the_compiler_names_the_line_of_the_function};
    return support_main("interact_function_build", tests, sizeof tests / sizeof *tests);
}

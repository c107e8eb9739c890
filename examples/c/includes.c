/* Unrolls a kernel that includes a file from memory, and prints what was done and the text. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clunroll.h>

/* The files that kernels may include: here, there is one. */
struct files {
    const char *name;
    const char *text;
};

static int find(void *user_data, const clunroll_include *include, clunroll_included_file *file)
{
    const struct files *files = user_data;

    if (strcmp(include->name.data, files->name) == 0)
        clunroll_included_file_set(file, files->name, CLUNROLL_NUL_TERMINATED, files->text, CLUNROLL_NUL_TERMINATED);
    return 0;
}

int main(void)
{
    static const char source[] =
        "#include \"taps.h\"\n"
        "kernel void sum(global const int *in, global int *out)\n"
        "{\n"
        "    int s = 0;\n"
        "    #pragma unroll\n"
        "    for (int i = 0; i < TAPS; i++)\n"
        "        s += in[get_global_id(0) + i];\n"
        "    out[get_global_id(0)] = s;\n"
        "}\n";
    struct files *files = malloc(sizeof *files);
    clunroll_options *options = clunroll_options_new();
    clunroll_outcome *outcome = NULL;
    clunroll_text text;
    clunroll_status status;

    if (files == NULL || options == NULL)
        return EXIT_FAILURE;
    files->name = "taps.h";
    files->text = "#define TAPS 3\n";
    /* The options own the files from now on, and release them with `free`. */
    clunroll_options_set_include_callback(options, find, files, free);
    clunroll_options_set_name(options, "sum.cl", CLUNROLL_NUL_TERMINATED);
    status = clunroll_unroll(options, source, CLUNROLL_NUL_TERMINATED, &outcome);
    if (status != CLUNROLL_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", clunroll_status_name(status), clunroll_last_error().data);
        clunroll_options_free(options);
        return EXIT_FAILURE;
    }
    clunroll_options_free(options);

    printf("clunroll %s\n", clunroll_version());
    if (clunroll_outcome_report(outcome, CLUNROLL_FORMAT_REQUESTS, &text) == CLUNROLL_STATUS_OK)
        fwrite(text.data, 1, text.length, stdout);
    text = clunroll_outcome_text(outcome);
    fwrite(text.data, 1, text.length, stdout);
    clunroll_outcome_free(outcome);
    return EXIT_SUCCESS;
}

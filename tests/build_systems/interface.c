/* Calls every function of clunroll.h, as a C program and as a C++ program would, and checks what comes back. It prints one line
 * if all is well. c_library.rs compiles it in several ways, and runs it with tools that see wrong uses of memory. */

#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <clunroll.h>

#define Z CLUNROLL_NUL_TERMINATED

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool holds, const char *what, int line)
{
    if (!holds) {
        fprintf(stderr, "interface.c:%d: not so: %s\n", line, what);
        exit(EXIT_FAILURE);
    }
}

static bool has(clunroll_text text, const char *part)
{
    CHECK(text.data[text.length] == '\0');
    return strstr(text.data, part) != NULL;
}

static const char SOURCE[] =
    "#include \"count.h\"\n"
    "__kernel void k(__global int *a)\n"
    "{\n"
    "    #pragma unroll\n"
    "    for (int i = 0; i < COUNT; i++) a[i] = i;\n"
    "}\n";

static const char INVALID[] =
    "__kernel void k(__global int *a) {\n"
    "    #pragma unroll -4\n"
    "    for (int i = 0; i < 8; i++) a[i] = i;\n"
    "}\n";

/* Files in memory. */
struct files {
    int calls;
    int released;
    int fails;
    /* The options, for a callback that unrolls while they unroll. */
    const clunroll_options *again;
};

static void unrolls_three(const clunroll_options *options);

static int find(void *user_data, const clunroll_include *include, clunroll_included_file *file)
{
    struct files *files = (struct files *)user_data;
    char *text;

    files->calls++;
    if (files->fails)
        return -1;
    if (files->again != NULL && files->calls < 4)
        unrolls_three(files->again);
    CHECK(include->includer.length == 0 && include->is_quoted);
    if (strcmp(include->name.data, "count.h") != 0)
        return 0;
    /* What is given is copied, so that it can go at once. */
    text = (char *)malloc(17);
    CHECK(text != NULL);
    memcpy(text, "#define COUNT 3\n", 17);
    CHECK(clunroll_included_file_set(file, "memory/count.h", Z, text, 16) == CLUNROLL_STATUS_OK);
    free(text);
    CHECK(clunroll_included_file_set(file, "\xff", 1, "", 0) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_included_file_set(NULL, "x", Z, "", 0) == CLUNROLL_STATUS_NULL_ARGUMENT);
    return 0;
}

static void release(void *user_data)
{
    ((struct files *)user_data)->released++;
}

static void versions(void)
{
    char version[64];

    snprintf(version, sizeof version, "%d.%d.%d", CLUNROLL_MAJOR, CLUNROLL_MINOR, CLUNROLL_PATCH);
    CHECK(strcmp(clunroll_version(), version) == 0);
}

/* NULL is never followed. */
static void nothing(void)
{
    clunroll_outcome *outcome = NULL;
    clunroll_diagnostic diagnostic;
    clunroll_text text;

    clunroll_options_free(NULL);
    clunroll_outcome_free(NULL);
    CHECK(clunroll_options_error(NULL).length == 0);
    CHECK(clunroll_options_set_name(NULL, "k.cl", Z) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_options_define(NULL, "N", Z, NULL, 0) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_options_undefine(NULL, "N", Z) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_options_add_include_folder(NULL, ".", Z) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_options_add_build_options(NULL, "", Z) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_options_set(NULL, "lint", Z, "true", Z) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_options_set_profile(NULL, "", Z, "", Z) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_options_set_include_callback(NULL, find, NULL, release) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_unroll(NULL, NULL, 1, &outcome) == CLUNROLL_STATUS_NULL_ARGUMENT && outcome == NULL);
    CHECK(clunroll_unroll(NULL, "", 0, NULL) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_outcome_text(NULL).length == 0);
    CHECK(!clunroll_outcome_has_errors(NULL));
    CHECK(clunroll_outcome_diagnostic_count(NULL) == 0);
    CHECK(clunroll_outcome_diagnostic(NULL, 0, &diagnostic, sizeof diagnostic) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_outcome_report(NULL, CLUNROLL_FORMAT_FULL, &text) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(text.length == 0 && text.data != NULL);

    /* No options are the defaults, and no text is the empty one. */
    CHECK(clunroll_unroll(NULL, NULL, 0, &outcome) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_outcome_text(outcome).length == 0);
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_FULL, NULL) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_outcome_report(outcome, 99, &text) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    clunroll_outcome_free(outcome);
}

/* Each call that fails has a text, which belongs to that call and to its thread. */
static void every_failure_has_a_text(void)
{
    clunroll_options *options = clunroll_options_new();
    clunroll_outcome *outcome = NULL;
    clunroll_diagnostic diagnostic;
    clunroll_text text;

    CHECK(clunroll_last_error().length == 0);
    CHECK(clunroll_options_define(options, "4N", Z, "1", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    text = clunroll_options_error(options);
    CHECK(has(text, "4N") && has(clunroll_last_error(), "4N"));
    CHECK(clunroll_unroll(options, NULL, 5, &outcome) == CLUNROLL_STATUS_NULL_ARGUMENT && outcome == NULL);
    CHECK(has(clunroll_options_error(options), "NULL") && has(clunroll_last_error(), "NULL"));
    /* The text of the setter is still there. */
    CHECK(has(text, "4N"));
    CHECK(clunroll_options_define(options, "N", Z, "1", Z) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_options_error(options).length == 0 && clunroll_last_error().length == 0);
    CHECK(clunroll_unroll(NULL, NULL, 5, &outcome) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(has(clunroll_options_error(NULL), "NULL") && clunroll_options_error(options).length == 0);
    CHECK(clunroll_unroll(options, INVALID, Z, &outcome) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_last_error().length == 0);
    CHECK(clunroll_outcome_diagnostic(outcome, 7, &diagnostic, sizeof diagnostic) == CLUNROLL_STATUS_OUT_OF_RANGE);
    CHECK(has(clunroll_last_error(), "index"));
    CHECK(clunroll_outcome_diagnostic(outcome, 0, &diagnostic, 8) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_last_error(), "8, but it needs"));
    CHECK(clunroll_outcome_report(outcome, 99, &text) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_last_error(), "format 99"));
    clunroll_outcome_free(outcome);
    clunroll_options_free(options);

    CHECK(strcmp(clunroll_status_name(CLUNROLL_STATUS_OK), "CLUNROLL_STATUS_OK") == 0);
    CHECK(strcmp(clunroll_status_name(CLUNROLL_STATUS_OUT_OF_RANGE), "CLUNROLL_STATUS_OUT_OF_RANGE") == 0);
    CHECK(strcmp(clunroll_status_name(CLUNROLL_STATUS_FAILED), "CLUNROLL_STATUS_FAILED") == 0);
    CHECK(strcmp(clunroll_status_name(99), "unknown status") == 0);
}

static void options_say_what_is_wrong(void)
{
    clunroll_options *options = clunroll_options_new();

    CHECK(clunroll_options_define(options, "4N", Z, "1", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_options_error(options), "4N"));
    CHECK(clunroll_options_define(options, "N", Z, "1", Z) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_options_error(options).length == 0);
    CHECK(clunroll_options_define(options, NULL, Z, "1", Z) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(has(clunroll_options_error(options), "NULL"));
    CHECK(clunroll_options_undefine(options, "N=1", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_options_set_name(options, "\xff", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_options_error(options), "UTF-8"));
    CHECK(clunroll_options_set_name(options, "k.cl", (size_t)-2) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_options_add_include_folder(options, "", 0) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_options_add_build_options(options, "-D4", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_options_error(options), "4"));
    CHECK(clunroll_options_set(options, "remainer", Z, "nested", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_options_error(options), "did you mean `remainder`"));
    CHECK(clunroll_options_set(options, "remainder", Z, "nest", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_options_error(options), "nested"));
    CHECK(clunroll_options_set(options, "max-copies", Z, "-1", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_options_set(options, "deny", Z, "CLU9999", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_options_set(options, "lint", Z, "true", Z) == CLUNROLL_STATUS_OK);
    clunroll_options_free(options);
}

static void unrolls_three(const clunroll_options *options)
{
    clunroll_outcome *outcome = NULL;
    clunroll_text report;

    CHECK(clunroll_unroll(options, SOURCE, sizeof SOURCE - 1, &outcome) == CLUNROLL_STATUS_OK);
    CHECK(!has(clunroll_outcome_text(outcome), "#pragma unroll"));
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_REQUESTS, &report) == CLUNROLL_STATUS_OK);
    CHECK(has(report, "3 copies"));
    clunroll_outcome_free(outcome);
}

static void includes(void)
{
    struct files files = {0, 0, 0, NULL};
    struct files others = {0, 0, 0, NULL};
    clunroll_options *options = clunroll_options_new();
    clunroll_outcome *outcome = NULL;

    CHECK(clunroll_options_set_include_callback(options, find, &files, release) == CLUNROLL_STATUS_OK);
    unrolls_three(options);
    CHECK(files.calls > 0 && files.released == 0);
    files.again = options;
    files.calls = 0;
    unrolls_three(options);
    CHECK(files.calls >= 4);

    files.fails = 1;
    CHECK(clunroll_unroll(options, SOURCE, Z, &outcome) == CLUNROLL_STATUS_INCLUDE_FAILED && outcome == NULL);
    CHECK(has(clunroll_options_error(options), "include callback"));
    /* Another callback, no callback, and the end each release what came before. */
    CHECK(clunroll_options_set_include_callback(options, find, &others, release) == CLUNROLL_STATUS_OK);
    CHECK(files.released == 1);
    CHECK(clunroll_options_set_include_callback(options, NULL, NULL, NULL) == CLUNROLL_STATUS_OK);
    CHECK(others.released == 1);
    CHECK(clunroll_options_set_include_callback(options, NULL, &files, release) == CLUNROLL_STATUS_OK);
    CHECK(files.released == 2);
    CHECK(clunroll_options_set_include_callback(options, find, &others, release) == CLUNROLL_STATUS_OK);
    clunroll_options_free(options);
    CHECK(others.released == 2);
}

/* A choice for a loop that is not there, and the form of the text for two devices. */
static void profiles(void)
{
    static const char source[] =
        "__kernel void k(__global int *a, int n)\n{\n#pragma unroll 2\n    for (int i = 0; i < n; i++) a[i] += i;\n}\n";
    static const char profile[] =
        "[[device]]\nname = 'A GPU'\nmacro = 'ON_GPU'\n"
        "[[device.loop]]\nfile = 'k.cl'\nfunction = 'k'\nline = 3\nfingerprint = 'a7ed6872a03f006a'\nchoice = 'unroll 4'\n"
        "[[device.loop]]\nfile = 'k.cl'\nfunction = 'gone'\nline = 9\nfingerprint = '1'\nchoice = 'unroll 8'\n";
    clunroll_options *options = clunroll_options_new();
    clunroll_outcome *outcome = NULL;
    clunroll_text text;

    CHECK(clunroll_options_set_name(options, "k.cl", Z) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_options_set_profile(options, "[[device", Z, "GPU", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_options_set_profile(options, profile, Z, "CPU", Z) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(has(clunroll_options_error(options), "it has no device `CPU`; its devices: `A GPU`"));
    CHECK(clunroll_options_set_profile(options, profile, Z, "gpu", Z) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_unroll(options, source, Z, &outcome) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_REQUESTS, &text) == CLUNROLL_STATUS_OK);
    CHECK(has(text, "unroll 4: unrolled, "));
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_UNFIT, &text) == CLUNROLL_STATUS_OK);
    CHECK(strcmp(text.data, "the profile has `unroll 8` for line 9, in `gone`\n") == 0);
    clunroll_outcome_free(outcome);

    CHECK(clunroll_options_set_profile(options, profile, Z, NULL, 0) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_unroll(options, source, Z, &outcome) == CLUNROLL_STATUS_OK);
    CHECK(has(clunroll_outcome_text(outcome), "defined(ON_GPU)"));
    clunroll_outcome_free(outcome);

    CHECK(clunroll_options_set_profile(options, NULL, 0, NULL, 0) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_unroll(options, source, Z, &outcome) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_UNFIT, &text) == CLUNROLL_STATUS_OK);
    CHECK(text.length == 0);
    clunroll_outcome_free(outcome);
    clunroll_options_free(options);
}

static void diagnostics(void)
{
    clunroll_options *options = clunroll_options_new();
    clunroll_outcome *outcome = NULL;
    clunroll_diagnostic diagnostic;
    clunroll_text text;
    /* As a later header might have it. */
    struct {
        clunroll_diagnostic diagnostic;
        char more[64];
    } later;

    CHECK(clunroll_options_set_name(options, "broken.cl", Z) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_unroll(options, INVALID, Z, &outcome) == CLUNROLL_STATUS_OK);
    /* An outcome needs its options no more. */
    clunroll_options_free(options);
    CHECK(clunroll_outcome_has_errors(outcome) && clunroll_outcome_diagnostic_count(outcome) == 1);
    CHECK(clunroll_outcome_diagnostic(outcome, 1, &diagnostic, sizeof diagnostic) == CLUNROLL_STATUS_OUT_OF_RANGE);
    CHECK(clunroll_outcome_diagnostic(outcome, 0, NULL, sizeof diagnostic) == CLUNROLL_STATUS_NULL_ARGUMENT);
    CHECK(clunroll_outcome_diagnostic(outcome, 0, &diagnostic, 8) == CLUNROLL_STATUS_INVALID_ARGUMENT);
    CHECK(clunroll_outcome_diagnostic(outcome, 0, &diagnostic, sizeof diagnostic) == CLUNROLL_STATUS_OK);
    CHECK(diagnostic.severity == CLUNROLL_SEVERITY_ERROR);
    CHECK(diagnostic.line == 2 && diagnostic.column == 20 && diagnostic.end_line == 2 && diagnostic.end_column == 22);
    CHECK(has(diagnostic.code, "CLU001") && has(diagnostic.file, "broken.cl") && has(diagnostic.message, "factor"));
    CHECK(diagnostic.rule.length > 0 && diagnostic.help.length > 0 && diagnostic.notes.length > 0);
    CHECK(has(diagnostic.label, ""));
    memset(&later, 1, sizeof later);
    CHECK(clunroll_outcome_diagnostic(outcome, 0, &later.diagnostic, sizeof later) == CLUNROLL_STATUS_OK);
    CHECK(later.diagnostic.line == 2 && later.more[0] == 0 && later.more[63] == 0);
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_FULL, &text) == CLUNROLL_STATUS_OK);
    CHECK(has(text, "broken.cl:2:20\n"));
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_SHORT, &text) == CLUNROLL_STATUS_OK);
    CHECK(has(text, "broken.cl:2:20: error[CLU001]: "));
    CHECK(clunroll_outcome_report(outcome, CLUNROLL_FORMAT_JSON, &text) == CLUNROLL_STATUS_OK);
    CHECK(has(text, "\"schema_version\": 1"));
    clunroll_outcome_free(outcome);
}

/* NULs and bytes that are not UTF-8 come out as they went in. */
static void any_bytes(void)
{
    static const char bytes[] = "\xff\0#pragma unroll\n\0";
    clunroll_outcome *outcome = NULL;
    clunroll_text text;

    CHECK(clunroll_unroll(NULL, bytes, sizeof bytes, &outcome) == CLUNROLL_STATUS_OK);
    text = clunroll_outcome_text(outcome);
    CHECK(text.length == sizeof bytes && memcmp(text.data, bytes, sizeof bytes) == 0);
    CHECK(text.data[text.length] == '\0');
    clunroll_outcome_free(outcome);
}

/* Several threads share options, and read one outcome. */
struct shared {
    const clunroll_options *options;
    const clunroll_outcome *outcome;
};

static void *work(void *argument)
{
    const struct shared *shared = (const struct shared *)argument;
    clunroll_text report;
    int i;

    for (i = 0; i < 4; i++) {
        clunroll_outcome *outcome = NULL;
        CHECK(clunroll_unroll(shared->options, SOURCE, Z, &outcome) == CLUNROLL_STATUS_OK);
        CHECK(clunroll_outcome_text(outcome).length == clunroll_outcome_text(shared->outcome).length);
        clunroll_outcome_free(outcome);
        CHECK(clunroll_outcome_report(shared->outcome, CLUNROLL_FORMAT_JSON, &report) == CLUNROLL_STATUS_OK);
        CHECK(has(report, "\"copies\": 3"));
    }
    return NULL;
}

static void threads(void)
{
    pthread_t workers[4];
    clunroll_options *options = clunroll_options_new();
    clunroll_outcome *outcome = NULL;
    struct shared shared;
    int i;

    CHECK(clunroll_options_add_build_options(options, "-D COUNT=3 -cl-std=CL1.2 -w", Z) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_options_set(options, "trust-defines", Z, "true", Z) == CLUNROLL_STATUS_OK);
    CHECK(clunroll_unroll(options, SOURCE, Z, &outcome) == CLUNROLL_STATUS_OK);
    shared.options = options;
    shared.outcome = outcome;
    for (i = 0; i < 4; i++)
        CHECK(pthread_create(&workers[i], NULL, work, &shared) == 0);
    for (i = 0; i < 4; i++)
        CHECK(pthread_join(workers[i], NULL) == 0);
    clunroll_outcome_free(outcome);
    clunroll_options_free(options);
}

/* A thread needs little stack of its own. */
static void *on_a_small_stack(void *argument)
{
    unrolls_three((const clunroll_options *)argument);
    return NULL;
}

static void small_stack(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    clunroll_options *options = clunroll_options_new();
    struct files files = {0, 0, 0, NULL};

    CHECK(clunroll_options_set_include_callback(options, find, &files, release) == CLUNROLL_STATUS_OK);
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, 128 * 1024) == 0);
    CHECK(pthread_create(&thread, &attributes, on_a_small_stack, options) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(pthread_attr_destroy(&attributes) == 0);
    clunroll_options_free(options);
}

/* Where the system gives no thread, the library says so. */
static void no_memory_for_a_thread(void)
{
    struct rlimit limit;
    clunroll_outcome *outcome = NULL;

    CHECK(getrlimit(RLIMIT_AS, &limit) == 0);
    limit.rlim_cur = 64 << 20;
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    CHECK(clunroll_unroll(NULL, SOURCE, Z, &outcome) == CLUNROLL_STATUS_FAILED && outcome == NULL);
}

int main(int argc, char **argv)
{
    versions();
    nothing();
    every_failure_has_a_text();
    options_say_what_is_wrong();
    includes();
    diagnostics();
    any_bytes();
    profiles();
    threads();
    small_stack();
    /* Tools that watch the memory need more of it. */
    if (argc > 1 && strcmp(argv[1], "starve") == 0)
        no_memory_for_a_thread();
    printf("the interface is right\n");
    return EXIT_SUCCESS;
}

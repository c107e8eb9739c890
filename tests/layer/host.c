/* A program with children of its own, for the tests of verification: host SCENE [FILE OPTIONS].
 *
 * A worker of the layer must not be one of them. Each scene prints what the program can see, and the output must be the same with and
 * without the layer. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

enum { SIZE = 32 };

static cl_device_id device;

static const char *const SOURCE =
    "kernel void fill(global int *a, int b) {\n"
    "#pragma unroll\n"
    "  for (int i = 0; i < N; i++) a[i] = b * 10 + i;\n"
    "}\n";

static void start(void) {
    cl_platform_id platform;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
}

static cl_program built(const char *source, const char *options) { return build_of(program_of(source), options); }

/* Runs the kernel `fill`, and releases the program. */
static void run(cl_program program, int *result) {
    cl_int status, number = 3;
    cl_kernel kernel = clCreateKernel(program, "fill", &status);
    check(status, "clCreateKernel");
    memset(result, 0, SIZE * sizeof *result);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, SIZE * sizeof *result, result, &status);
    check(status, "clCreateBuffer");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    size_t one = 1;
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof number, &number), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, SIZE * sizeof *result, result, 0, NULL, NULL), "clEnqueueReadBuffer");
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
}

static void print(const int *result) {
    printf("result:");
    for (int i = 0; i < SIZE; i++) printf(" %d", result[i]);
    printf("\n");
}

static void run_and_print(cl_program program) {
    int result[SIZE];
    run(program, result);
    print(result);
}

/* A file that the command line names. */
static void of_file(char **arguments) {
    FILE *file = fopen(arguments[0], "r");
    static char source[1 << 16];
    if (file == NULL || fread(source, 1, sizeof source - 1, file) == 0) exit(3);
    fclose(file);
    run_and_print(built(source, arguments[1]));
}

static void twice(char **arguments) {
    (void)arguments;
    for (int i = 0; i < 2; i++) run_and_print(built(SOURCE, "-DN=4"));
    run_and_print(built(SOURCE, "-DN=5"));
}

/* A kernel with a header of clCompileProgram. */
static void header(char **arguments) {
    (void)arguments;
    const char *name = "lib/count.h";
    cl_program text = program_of("#define COUNT N\n");
    cl_program compiled = program_of("#include \"lib/count.h\"\nkernel void fill(global int *a, int b) {\n#pragma unroll\n"
                                     "for (int i = 0; i < COUNT; i++) a[i] = b + i; }\n");
    check(clCompileProgram(compiled, 0, NULL, "-DN=4", 1, &text, &name, NULL, NULL), "clCompileProgram");
    cl_int status;
    cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &compiled, NULL, NULL, &status);
    check(status, "clLinkProgram");
    run_and_print(linked);
    check(clReleaseProgram(compiled), "clReleaseProgram");
    check(clReleaseProgram(text), "clReleaseProgram");
}

static volatile sig_atomic_t signals;

static void count(int signal) {
    (void)signal;
    signals++;
}

static pid_t child;

/* Waits for every child. */
static void *waiter(void *nothing) {
    (void)nothing;
    for (;;) {
        int state;
        pid_t ended = wait(&state);
        if (ended < 0 && errno == EINTR) continue;
        if (ended < 0) break;
        printf("waited for: %s, %d\n", ended == child ? "the own child" : "another one", WEXITSTATUS(state));
    }
    printf("no more children: %d\n", errno == ECHILD);
    return NULL;
}

/* The program waits for any child while it builds, and has one that lives longer. */
static void waits(char **arguments) {
    (void)arguments;
    struct sigaction counted = {.sa_handler = count};
    sigaction(SIGCHLD, &counted, NULL);
    int end[2];
    if (pipe2(end, O_CLOEXEC) != 0) exit(3);
    child = fork();
    if (child == 0) {
        char byte;
        close(end[1]);
        _exit(read(end[0], &byte, 1) == 0 ? 7 : 8);
    }
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    cl_program program = built(SOURCE, "-DN=6");
    printf("signals: %d, no child has ended: %d\n", (int)signals, waitpid(-1, NULL, WNOHANG) == 0);
    close(end[1]);
    pthread_join(thread, NULL);
    printf("signals: %d\n", (int)signals);
    struct sigaction now;
    sigaction(SIGCHLD, NULL, &now);
    printf("same handler: %d\n", now.sa_handler == count);
    signal(SIGCHLD, SIG_DFL);
    run_and_print(program);
}

/* Children of this program leave nothing to wait for. */
static void ignores(char **arguments) {
    (void)arguments;
    signal(SIGCHLD, SIG_IGN);
    cl_program program = built(SOURCE, "-DN=7");
    int status = waitpid(-1, NULL, 0);
    printf("no children: %d\n", status == -1 && errno == ECHILD);
    status = waitpid(-1, NULL, __WALL);
    printf("none of any kind: %d\n", status == -1 && errno == ECHILD);
    printf("still ignored: %d\n", signal(SIGCHLD, SIG_DFL) == SIG_IGN);
    run_and_print(program);
}

/* Orphans become children of this program. */
static void reaps(char **arguments) {
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) exit(3);
    ignores(arguments);
}

/* A program with odd signals and descriptors. */
static void odd(char **arguments) {
    sigset_t all;
    sigfillset(&all);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    if (dup(1) < 0 || dup2(1, 200) < 0 || close(0) != 0 || close(2) != 0) exit(3);
    (void)arguments;
    run_and_print(built(SOURCE, "-DN=8"));
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    printf("still blocked: %d, still closed: %d %d\n", sigismember(&now, SIGTERM), fcntl(0, F_GETFD) == -1, fcntl(2, F_GETFD) == -1);
}

static int results[4][SIZE];

static void *builder(void *number) {
    char options[20];
    snprintf(options, sizeof options, "-DN=%d", 9 + (int)(long)number);
    run(built(SOURCE, options), results[(long)number]);
    return NULL;
}

static void threads(char **arguments) {
    (void)arguments;
    pthread_t all[4];
    for (long i = 0; i < 4; i++) pthread_create(&all[i], NULL, builder, (void *)i);
    for (int i = 0; i < 4; i++) pthread_join(all[i], NULL);
    for (int i = 0; i < 4; i++) print(results[i]);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*scene)(char **);
    } scenes[] = {{"file", of_file}, {"twice", twice}, {"header", header}, {"waits", waits}, {"ignores", ignores},
                  {"reaps", reaps}, {"odd", odd}, {"threads", threads}};
    setvbuf(stdout, NULL, _IOLBF, 0);
    start();
    for (size_t i = 0; count > 1 && i < sizeof scenes / sizeof scenes[0]; i++) {
        if (strcmp(scenes[i].name, arguments[1]) == 0) {
            scenes[i].scene(arguments + 2);
            check(clReleaseContext(context), "clReleaseContext");
            return 0;
        }
    }
    return 2;
}

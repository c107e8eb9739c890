/* An OpenCL program, for the tests of the layer: client SCENE [ARGUMENT].
 *
 * Each scene prints what a program can see: statuses, answers, results. The output must be the same with and without the layer. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 8 };

static cl_platform_id platform;
static cl_device_id devices[4];
static cl_uint device_count;
static cl_context context;

static const char *const UNROLLED =
    "kernel void fill(global int *a, int b) {\n"
    "#pragma unroll\n"
    "  for (int i = 0; i < N; i++) a[i] = b * 10 + i;\n"
    "}\n"
    "kernel void twice(global int *a, int b) {\n"
    "#pragma unroll 2\n"
    "  for (int i = 0; i < b; i++) a[i] *= 2;\n"
    "}\n";
/* A loop without a request. */
static const char *const UNREQUESTED =
    "kernel void fill(global int *a, int b) {\n"
    "  for (int i = 0; i < N; i++) a[i] = b - i * 3;\n"
    "}\n";
static const char *const PLAIN = "kernel void fill(global int *a, int b) { a[0] = b; }\n";

static void check(cl_int status, const char *what) {
    if (status != CL_SUCCESS) {
        printf("%s: %d\n", what, status);
        exit(1);
    }
}

static void start(void) {
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 4, devices, &device_count), "clGetDeviceIDs");
    if (device_count > 4) device_count = 4;
    cl_int status;
    context = clCreateContext(NULL, device_count, devices, NULL, NULL, &status);
    check(status, "clCreateContext");
}

static cl_program program_of(const char *source) {
    cl_int status;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    return program;
}

static cl_program built(const char *source, const char *options) {
    cl_program program = program_of(source);
    check(clBuildProgram(program, 0, NULL, options, NULL, NULL), "clBuildProgram");
    return program;
}

static cl_kernel kernel_of(cl_program program, const char *name) {
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    check(status, "clCreateKernel");
    return kernel;
}

/* Runs a kernel with the argument `number`, and prints what is in its buffer. */
static int launched(cl_kernel kernel, int number, cl_device_id device, int *result) {
    cl_int status;
    int zeros[SIZE] = {0};
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &status);
    if (status != CL_SUCCESS) return status;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    size_t one = 1;
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    if (status == CL_SUCCESS) status = clSetKernelArg(kernel, 1, sizeof number, &number);
    if (status == CL_SUCCESS) status = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    if (status == CL_SUCCESS)
        status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof zeros, result, 0, NULL, NULL);
    if (queue != NULL) clReleaseCommandQueue(queue);
    clReleaseMemObject(buffer);
    return status;
}

static void run(cl_kernel kernel, int number, cl_device_id device) {
    int result[SIZE];
    check(launched(kernel, number, device, result), "launch");
    printf("result:");
    for (int i = 0; i < SIZE; i++) printf(" %d", result[i]);
    printf("\n");
}

static unsigned references(cl_program program) {
    cl_uint count = 0;
    check(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL), "references");
    return count;
}

static void text(cl_program program, cl_program_info name, const char *what) {
    size_t size = 0;
    cl_int status = clGetProgramInfo(program, name, 0, NULL, &size);
    char *value = calloc(1, size + 1);
    if (status == CL_SUCCESS) status = clGetProgramInfo(program, name, size, value, NULL);
    printf("%s: %d, %zu: %s\n", what, status, size, value);
    free(value);
}

static void number(cl_program program, cl_program_info name, const char *what) {
    size_t value = 0, size = 0;
    cl_int status = clGetProgramInfo(program, name, sizeof value, &value, &size);
    printf("%s: %d, %zu: %zu\n", what, status, size, value);
}

static void build_info(cl_program program, cl_device_id device) {
    cl_build_status state = 77;
    cl_int status = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof state, &state, NULL);
    cl_program_binary_type type = 77;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL);
    char options[100] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, NULL);
    printf("build: %d, %d, %u, %s\n", status, state, type, options);
}

static void about(cl_program program) {
    text(program, CL_PROGRAM_SOURCE, "source");
    text(program, CL_PROGRAM_KERNEL_NAMES, "names");
    number(program, CL_PROGRAM_NUM_KERNELS, "kernels");
    number(program, CL_PROGRAM_NUM_DEVICES, "devices");
    printf("references: %u\n", references(program));
    cl_context its = NULL;
    clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof its, &its, NULL);
    size_t sizes[4] = {0};
    cl_int status = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL);
    printf("context: %d, binaries: %d, %d\n", its == context, status, sizes[0] > 0);
    for (cl_uint i = 0; i < device_count; i++) build_info(program, devices[i]);
    printf("too small: %d\n", clGetProgramInfo(program, CL_PROGRAM_SOURCE, 1, &status, NULL));
}

static void about_kernel(cl_kernel kernel, cl_program program) {
    cl_program its = NULL;
    size_t size = 0;
    cl_int status = clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof its, &its, &size);
    cl_uint count = 0;
    clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL);
    char name[20] = "";
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    printf("kernel: %d, %d, %zu, %u, %s\n", status, its == program, size, count, name);
}

static int called;

static void CL_CALLBACK notify(cl_program program, void *data) {
    called++;
    printf("callback: %d\n", program == *(cl_program *)data);
}

static void queries(void) {
    cl_program program = program_of(UNROLLED);
    about(program);
    printf("kernel too early: %d\n", clCreateKernel(program, "fill", NULL) == NULL);
    check(clBuildProgram(program, 0, NULL, "-DN=4", notify, &program), "clBuildProgram");
    printf("called: %d\n", called);
    about(program);
    cl_kernel fill = kernel_of(program, "fill");
    about_kernel(fill, program);
    printf("references: %u\n", references(program));
    run(fill, 3, devices[0]);
    cl_int status;
    printf("no such kernel: %d\n", clCreateKernel(program, "nothing", &status) == NULL);
    printf("%d\n", status);
    cl_uint count = 0;
    check(clCreateKernelsInProgram(program, 0, NULL, &count), "clCreateKernelsInProgram");
    cl_kernel all[2];
    printf("room for one: %d\n", clCreateKernelsInProgram(program, 1, all, &count));
    check(clCreateKernelsInProgram(program, 2, all, &count), "clCreateKernelsInProgram");
    printf("kernels: %u, references: %u\n", count, references(program));
    for (int i = 0; i < 2; i++) about_kernel(all[i], program);
    for (int i = 0; i < 2; i++) check(clReleaseKernel(all[i]), "clReleaseKernel");
    check(clRetainKernel(fill), "clRetainKernel");
    about_kernel(fill, program);
    check(clReleaseKernel(fill), "clReleaseKernel");
    check(clRetainProgram(program), "clRetainProgram");
    printf("references: %u\n", references(program));
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseKernel(fill), "clReleaseKernel");
    printf("references: %u\n", references(program));
    check(clReleaseProgram(program), "clReleaseProgram");
}

/* The kernel outlives the application's reference to its program. */
static void lives(void) {
    cl_program program = built(UNROLLED, "-DN=5");
    cl_kernel kernel = kernel_of(program, "fill");
    check(clReleaseProgram(program), "clReleaseProgram");
    for (int i = 0; i < 20; i++) check(clReleaseProgram(built(PLAIN, "")), "clReleaseProgram");
    about_kernel(kernel, program);
    about(program);
    run(kernel, 4, devices[0]);
    check(clRetainProgram(program), "clRetainProgram");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    kernel = kernel_of(program, "fill");
    cl_int status;
    cl_kernel clone = clCloneKernel(kernel, &status);
    printf("clone: %d\n", status);
    if (clone != NULL) {
        check(clReleaseKernel(kernel), "clReleaseKernel");
        check(clReleaseProgram(program), "clReleaseProgram");
        about_kernel(clone, program);
        run(clone, 6, devices[0]);
        check(clReleaseKernel(clone), "clReleaseKernel");
    } else {
        check(clReleaseKernel(kernel), "clReleaseKernel");
        check(clReleaseProgram(program), "clReleaseProgram");
    }
}

static void rebuild(void) {
    cl_program program = built(UNROLLED, "-DN=3");
    cl_kernel kernel = kernel_of(program, "fill");
    run(kernel, 1, devices[0]);
    printf("with kernels: %d\n", clBuildProgram(program, 0, NULL, "-DN=6", NULL, NULL));
    run(kernel, 1, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    const char *options[] = {"-DN=6", "-DN=6", "-DN=2 -cl-opt-disable", "-DN=7"};
    for (int i = 0; i < 4; i++) {
        printf("again: %d\n", clBuildProgram(program, 0, NULL, options[i], NULL, NULL));
        kernel = kernel_of(program, "fill");
        run(kernel, 1, devices[0]);
        about_kernel(kernel, program);
        check(clReleaseKernel(kernel), "clReleaseKernel");
    }
    check(clReleaseProgram(program), "clReleaseProgram");
}

static void errors(void) {
    cl_program program = program_of(UNROLLED);
    printf("no value: %d\n", clBuildProgram(program, 0, NULL, "-DN=(", NULL, NULL));
    build_info(program, devices[0]);
    printf("device without a list: %d\n", clBuildProgram(program, 1, NULL, "-DN=2", NULL, NULL));
    printf("data without a callback: %d\n", clBuildProgram(program, 0, NULL, "-DN=2", NULL, &program));
    check(clBuildProgram(program, 0, NULL, "-DN=2", NULL, NULL), "clBuildProgram");
    printf("bad options: %d\n", clBuildProgram(program, 0, NULL, "-DN=3 -no-such-option", NULL, NULL));
    build_info(program, devices[0]);
    check(clBuildProgram(program, 0, NULL, "-DN=4", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = kernel_of(program, "fill");
    run(kernel, 1, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
}

static void parts(void) {
    const char *strings[] = {"kernel void fill(global int *a, int b) {\n#pragma un", "roll\nXX", "for (int i = 0; i < N; i++)\n",
                             "a[i] = b - i; }"};
    size_t lengths[] = {0, 5, 0, 0};
    cl_int status;
    cl_program program = clCreateProgramWithSource(context, 4, strings, lengths, &status);
    check(status, "clCreateProgramWithSource");
    text(program, CL_PROGRAM_SOURCE, "source");
    check(clBuildProgram(program, device_count, devices, "-DN=3", NULL, NULL), "clBuildProgram");
    text(program, CL_PROGRAM_SOURCE, "source");
    cl_kernel kernel = kernel_of(program, "fill");
    run(kernel, 7, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
}

static void linked(void) {
    const char *names[] = {"sizes.h"};
    cl_program header = program_of("#define COUNT N\n#define UNROLL _Pragma(\"unroll\")\n");
    cl_program one = program_of("#include \"sizes.h\"\nvoid put(global int *a, int b) {\nUNROLL\nfor (int i = 0; i < COUNT; i++)\n"
                                "a[i] = b + i; }\n");
    cl_program two = program_of("void put(global int *a, int b);\nkernel void fill(global int *a, int b) { put(a, b * 100); }\n");
    check(clCompileProgram(one, 0, NULL, "-DN=4", 1, &header, names, notify, &one), "clCompileProgram");
    check(clReleaseProgram(header), "clReleaseProgram");
    check(clCompileProgram(two, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), "clCompileProgram");
    build_info(one, devices[0]);
    cl_program both[] = {one, two};
    cl_int status;
    cl_program program = clLinkProgram(context, 0, NULL, NULL, 2, both, NULL, NULL, &status);
    check(status, "clLinkProgram");
    build_info(program, devices[0]);
    text(program, CL_PROGRAM_KERNEL_NAMES, "names");
    cl_kernel kernel = kernel_of(program, "fill");
    about_kernel(kernel, program);
    run(kernel, 2, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    printf("one: %u, two: %u\n", references(one), references(two));
    check(clReleaseProgram(program), "clReleaseProgram");
    program = clLinkProgram(context, 0, NULL, NULL, 1, &two, NULL, NULL, &status);
    printf("without one: %d\n", status);
    if (program != NULL) check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseProgram(one), "clReleaseProgram");
    check(clReleaseProgram(two), "clReleaseProgram");
}

/* One program, built for each device with other options. */
static void each_device(void) {
    printf("devices: %u\n", device_count);
    for (int round = 0; round < 2; round++) {
        cl_program program = program_of(UNROLLED);
        for (cl_uint i = 0; i < device_count; i++) {
            char options[20];
            snprintf(options, sizeof options, "-DN=%u", round == 0 ? i + 2 : 3);
            check(clBuildProgram(program, 1, &devices[i], options, NULL, NULL), "clBuildProgram");
        }
        about(program);
        cl_kernel kernel = kernel_of(program, "fill");
        /* PoCL forgets the devices of earlier builds. */
        run(kernel, 5, devices[device_count - 1]);
        check(clReleaseKernel(kernel), "clReleaseKernel");
        check(clReleaseProgram(program), "clReleaseProgram");
    }
}

static void plain(void) {
    cl_program program = built(PLAIN, "-DN=4");
    about(program);
    cl_kernel kernel = kernel_of(program, "fill");
    run(kernel, 9, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
}

static void unrequested(void) {
    cl_program program = built(UNREQUESTED, "-DN=6");
    about(program);
    cl_kernel kernel = kernel_of(program, "fill");
    about_kernel(kernel, program);
    run(kernel, 9, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
}

static int rounds = 40;

/* Statuses are errors of a driver that fails at random; a release is repeated until it succeeds. */
static void *worker(void *argument) {
    long number = (long)argument, wrong = 0;
    for (int round = 0; round < rounds; round++) {
        const char *source = (round + number) % 4 == 0 ? PLAIN : UNROLLED;
        int count = 1 + (int)((round + number) % 6);
        char options[20];
        snprintf(options, sizeof options, "-DN=%d", count);
        cl_int status;
        cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
        if (program == NULL) continue;
        if (round % 3 == 0 && clRetainProgram(program) == CL_SUCCESS)
            while (clReleaseProgram(program) != CL_SUCCESS) {}
        if (clBuildProgram(program, 0, NULL, options, NULL, NULL) == CL_SUCCESS) {
            cl_kernel kernel = clCreateKernel(program, "fill", &status);
            if (round % 2 == 0) {
                while (clReleaseProgram(program) != CL_SUCCESS) {}
                program = NULL;
            }
            int result[SIZE];
            if (kernel != NULL && round % 5 == 0 && launched(kernel, 3, devices[0], result) == CL_SUCCESS) {
                for (int i = 0; i < SIZE; i++)
                    wrong += result[i] != (source == PLAIN ? (i == 0 ? 3 : 0) : (i < count ? 30 + i : 0));
            }
            if (kernel != NULL)
                while (clReleaseKernel(kernel) != CL_SUCCESS) {}
        }
        if (program != NULL)
            while (clReleaseProgram(program) != CL_SUCCESS) {}
    }
    return (void *)wrong;
}

static void threads(void) {
    pthread_t all[8];
    long wrong = 0;
    for (long i = 0; i < 8; i++) pthread_create(&all[i], NULL, worker, (void *)i);
    for (int i = 0; i < 8; i++) {
        void *result;
        pthread_join(all[i], &result);
        wrong += (long)result;
    }
    printf("wrong: %ld\n", wrong);
}

/* A child must be able to use the layer although another thread of its parent uses it at the moment of the fork. PoCL's own locks are not
   made for that, so the child only asks about a program. */
static volatile int stop;

static void *busy(void *nothing) {
    (void)nothing;
    while (!stop) {
        cl_program program = program_of(PLAIN);
        check(clRetainProgram(program), "clRetainProgram");
        check(clReleaseProgram(program), "clReleaseProgram");
        check(clReleaseProgram(program), "clReleaseProgram");
    }
    return NULL;
}

static void forks(void) {
    cl_program program = built(UNROLLED, "-DN=2");
    pthread_t thread;
    pthread_create(&thread, NULL, busy, NULL);
    int failed = 0;
    for (int i = 0; i < 200; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            cl_uint count = 0;
            cl_int status = clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL);
            _exit(status == CL_SUCCESS && count == device_count ? 0 : 1);
        }
        int state;
        waitpid(child, &state, 0);
        failed += state != 0;
    }
    stop = 1;
    pthread_join(thread, NULL);
    printf("failed children: %d\n", failed);
    check(clReleaseProgram(program), "clReleaseProgram");
}

/* A program that closes descriptors which it does not know, and opens files, must not get the log into them. */
static void descriptors(void) {
    check(clReleaseProgram(built(UNROLLED, "-DN=4")), "clReleaseProgram");
    int logs = 0;
    for (int i = 0; i < 1024; i++) {
        char name[40], file[4096];
        snprintf(name, sizeof name, "/proc/self/fd/%d", i);
        ssize_t length = readlink(name, file, sizeof file);
        logs += length >= 4 && memcmp(file + length - 4, "/log", 4) == 0;
    }
    printf("logs: %d\n", logs);
}

/* Builds of a program of 100 KB without requests. */
static void cost(void) {
    size_t size = 100 << 10;
    char *source = malloc(size + 1);
    memset(source, ' ', size);
    source[size] = 0;
    for (size_t i = 0; i + 64 < size; i += 64) memcpy(source + i, "/* int f(int a, int b) { return a * b + 17; } plain */\n", 55);
    for (int i = 0; i < 30; i++) check(clReleaseProgram(built(source, "-DN=4")), "clReleaseProgram");
    free(source);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*scene)(void);
    } scenes[] = {
        {"queries", queries}, {"lives", lives}, {"rebuild", rebuild}, {"errors", errors}, {"parts", parts},
        {"linked", linked}, {"each-device", each_device}, {"plain", plain}, {"threads", threads}, {"forks", forks},
        {"cost", cost}, {"descriptors", descriptors}, {"unrequested", unrequested},
    };
    setvbuf(stdout, NULL, _IOLBF, 0);
    start();
    if (count > 2) rounds = atoi(arguments[2]);
    for (size_t i = 0; count > 1 && i < sizeof scenes / sizeof scenes[0]; i++) {
        if (strcmp(scenes[i].name, arguments[1]) == 0) {
            scenes[i].scene();
            while (clReleaseContext(context) != CL_SUCCESS) {}
            return 0;
        }
    }
    return 2;
}

/* An OpenCL program, for the tests of the layer: client SCENE [ARGUMENT].
 *
 * Each scene prints what a program can see: statuses, answers, results. The output must be the same with and without the layer. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

enum { SIZE = 8 };

static cl_platform_id platform;
static cl_device_id devices[4];
static cl_uint device_count;

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

static void start(void) {
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 4, devices, &device_count), "clGetDeviceIDs");
    if (device_count > 4) device_count = 4;
    cl_int status;
    context = clCreateContext(NULL, device_count, devices, NULL, NULL, &status);
    check(status, "clCreateContext");
}

static cl_program built(const char *source, const char *options) { return build_of(program_of(source), options); }

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
/* If it is not 0, the threads go on until then. */
static time_t end;
static atomic_long built_programs;

/* Statuses are errors of a driver that fails at random; a release is repeated until it succeeds. */
static void *worker(void *argument) {
    long number = (long)argument, wrong = 0;
    for (int round = 0; end != 0 ? time(NULL) < end : round < rounds; round++) {
        const char *source = (round + number) % 4 == 0 ? PLAIN : UNROLLED;
        int count = 1 + (int)((round + number) % 6);
        char options[20];
        snprintf(options, sizeof options, "-DN=%d", count);
        cl_int status;
        cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
        if (program == NULL) continue;
        if (round % 3 == 0 && clRetainProgram(program) == CL_SUCCESS)
            while (clReleaseProgram(program) != CL_SUCCESS) {}
        int is_linked = round % 4 == 1;
        if (is_linked) {
            cl_program whole = NULL;
            status = clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL);
            if (status == CL_SUCCESS) whole = clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &status);
            while (clReleaseProgram(program) != CL_SUCCESS) {}
            program = whole;
        } else {
            status = clBuildProgram(program, 0, NULL, options, NULL, NULL);
        }
        if (program != NULL && status == CL_SUCCESS) {
            built_programs++;
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

/* The memory of this process that is in use, in KiB. */
static long memory(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1) exit(1);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* CLIENT_SECONDS says how long it takes. Then standard error gets how much memory was in use in the middle, and at the end. */
static void threads(void) {
    pthread_t all[8];
    long wrong = 0, seconds = getenv("CLIENT_SECONDS") != NULL ? atol(getenv("CLIENT_SECONDS")) : 0;
    if (seconds > 0) end = time(NULL) + seconds;
    for (long i = 0; i < 8; i++) pthread_create(&all[i], NULL, worker, (void *)i);
    if (seconds > 0) {
        sleep((unsigned)seconds / 2);
        fprintf(stderr, "%ld programs, %ld KiB\n", (long)built_programs, memory());
    }
    for (int i = 0; i < 8; i++) {
        void *result;
        pthread_join(all[i], &result);
        wrong += (long)result;
    }
    if (seconds > 0) fprintf(stderr, "%ld programs, %ld KiB\n", (long)built_programs, memory());
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

static double spent(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Builds a source on the first device as often as `rounds` says, with the options of CLIENT_OPTIONS. Prints the least milliseconds that
   one build takes, with the program's creation and release: of the processor's time, of all threads, and of the clock's. */
static void cost_of(void) {
    FILE *file = fopen(getenv("CLIENT_SOURCE"), "rb");
    static char source[4 << 20];
    if (file == NULL) exit(1);
    source[fread(source, 1, sizeof source - 1, file)] = 0;
    fclose(file);
    double least[2] = {1e9, 1e9};
    for (int i = 0; i < rounds; i++) {
        double begin[] = {spent(CLOCK_PROCESS_CPUTIME_ID), spent(CLOCK_MONOTONIC)};
        cl_program program = program_of(source);
        check(clBuildProgram(program, 1, devices, getenv("CLIENT_OPTIONS"), NULL, NULL), "clBuildProgram");
        check(clReleaseProgram(program), "clReleaseProgram");
        double taken[] = {spent(CLOCK_PROCESS_CPUTIME_ID) - begin[0], spent(CLOCK_MONOTONIC) - begin[1]};
        for (int j = 0; j < 2; j++)
            if (taken[j] < least[j]) least[j] = taken[j];
    }
    printf("%.4f %.4f\n", least[0], least[1]);
}

/* Launches of many kinds. Everything that the program can ask about its queues and events is printed. */
static const char *const LAUNCHES =
    "#include <scale.h>\n"
    "typedef struct { int width; float factor; } options;\n"
    "kernel void rows(global const float *in, global float *out, options o, local float *tile) {\n"
    "  int row = get_global_id(0);\n"
    "  tile[get_local_id(0)] = 1;\n"
    "  float sum = 0;\n"
    "#pragma unroll 4\n"
    "  for (int i = 0; i < o.width; i++) sum += in[row * o.width + i] * o.factor;\n"
    "  out[row] = sum + tile[get_local_id(0)];\n"
    "}\n"
    "kernel void scale(global float *a, float by) {\n"
    "#pragma unroll\n"
    "  for (int i = 0; i < N; i++) a[get_global_id(0) * N + i] *= SCALE(by);\n"
    "}\n"
    "kernel void pick(read_only image2d_t from, sampler_t how, global float *to) {\n"
    "  to[get_global_id(0)] = read_imagef(from, how, (int2)(get_global_id(0), 0)).x;\n"
    "}\n"
    "kernel void add(global float *a, global const float *b) {\n"
    "#pragma unroll 2\n"
    "  for (int i = 0; i < 4; i++) a[i] += b[i];\n"
    "}\n";

enum { ROWS = 16, WIDTH = 8 };

static cl_mem buffer_of(size_t count, float first, cl_mem_flags flags) {
    float *values = malloc(count * sizeof *values);
    for (size_t i = 0; i < count; i++) values[i] = first + (float)i;
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, count * sizeof *values, values, &status);
    check(status, "clCreateBuffer");
    free(values);
    return buffer;
}

static void print_buffer(cl_command_queue queue, cl_mem buffer, size_t count) {
    float *values = malloc(count * sizeof *values);
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof *values, values, 0, NULL, NULL), "clEnqueueReadBuffer");
    printf("values:");
    for (size_t i = 0; i < count; i++) printf(" %g", values[i]);
    printf("\n");
    free(values);
}

static void about_queue(cl_command_queue queue, cl_event event) {
    cl_command_queue_properties properties = 77;
    size_t size = 77;
    cl_int status = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, &size);
    printf("queue: %d, %zu, %u", status, size, (unsigned)properties);
    cl_queue_properties list[8] = {0};
    size = 0;
    status = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, &size);
    printf("; %d, %zu, %u %u %u", status, size, (unsigned)list[0], (unsigned)list[1], (unsigned)list[2]);
    cl_ulong time = 0;
    status = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL);
    printf("; time: %d, %d\n", status, time != 0);
}

static void set(cl_kernel kernel, cl_uint at, size_t size, const void *value) {
    check(clSetKernelArg(kernel, at, size, value), "clSetKernelArg");
}

static void launch(cl_command_queue queue, cl_kernel kernel, size_t global, size_t local, cl_event wait, cl_event *event) {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local > 0 ? &local : NULL, wait != NULL, wait != NULL ? &wait : NULL,
                                 event),
          "clEnqueueNDRangeKernel");
}

static cl_mem image_of(void) {
    float pixels[ROWS * 4];
    for (int i = 0; i < ROWS * 4; i++) pixels[i] = (float)i / 2;
    cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = ROWS / 2, .image_height = 2};
    cl_int status;
    cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &description, pixels, &status);
    check(status, "clCreateImage");
    return image;
}

/* The program goes before its kernels. */
static void launches_in(cl_command_queue queue, const char *options_of_build) {
    cl_program program = built(LAUNCHES, options_of_build);
    cl_kernel rows = kernel_of(program, "rows"), scale = kernel_of(program, "scale"), pick = kernel_of(program, "pick");
    cl_kernel add = kernel_of(program, "add");
    check(clReleaseProgram(program), "clReleaseProgram");
    cl_mem in = buffer_of(ROWS * WIDTH, 1, CL_MEM_READ_ONLY), out = buffer_of(ROWS, 100, CL_MEM_READ_WRITE);
    struct { int width; float factor; } options = {WIDTH, 0.5f};
    set(rows, 0, sizeof in, &in);
    set(rows, 1, sizeof out, &out);
    set(rows, 2, sizeof options, &options);
    set(rows, 3, 4 * sizeof(float), NULL);
    cl_event event, gate;
    cl_int status;
    launch(queue, rows, ROWS, 4, NULL, &event);
    check(clFinish(queue), "clFinish");
    about_queue(queue, event);
    check(clReleaseEvent(event), "clReleaseEvent");
    print_buffer(queue, out, ROWS);

    /* The queue goes on only after the launch. */
    gate = clCreateUserEvent(context, &status);
    check(status, "clCreateUserEvent");
    float by = 2;
    set(scale, 0, sizeof out, &out);
    set(scale, 1, sizeof by, &by);
    launch(queue, scale, ROWS / 4, 0, gate, NULL);
    launch(queue, scale, ROWS / 4, 0, NULL, &event);
    check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    check(clReleaseEvent(event), "clReleaseEvent");
    check(clReleaseEvent(gate), "clReleaseEvent");
    print_buffer(queue, out, ROWS);

    cl_mem image = image_of(), to = buffer_of(ROWS / 2, 0, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
    cl_mem copy = buffer_of(ROWS / 2, 0, CL_MEM_READ_WRITE);
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &status);
    check(status, "clCreateSampler");
    set(pick, 0, sizeof image, &image);
    set(pick, 1, sizeof sampler, &sampler);
    set(pick, 2, sizeof to, &to);
    launch(queue, pick, ROWS / 2, 0, NULL, NULL);
    check(clEnqueueCopyBuffer(queue, to, copy, 0, 0, ROWS / 2 * sizeof(float), 0, NULL, NULL), "clEnqueueCopyBuffer");
    print_buffer(queue, copy, ROWS / 2);

    /* Two parts of one buffer, apart and then the same. */
    cl_buffer_region parts[] = {{0, 16}, {512, 16}};
    cl_mem whole = buffer_of(256, 1, CL_MEM_READ_WRITE), part[2];
    for (int i = 0; i < 2; i++) {
        part[i] = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &parts[i], &status);
        check(status, "clCreateSubBuffer");
        set(add, (cl_uint)i, sizeof part[i], &part[i]);
    }
    launch(queue, add, 1, 1, NULL, NULL);
    print_buffer(queue, part[0], 4);
    float *mapped = clEnqueueMapBuffer(queue, whole, CL_TRUE, CL_MAP_WRITE, 0, 1024, 0, NULL, NULL, &status);
    check(status, "clEnqueueMapBuffer");
    mapped[0] = 7;
    check(clEnqueueUnmapMemObject(queue, whole, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    set(add, 1, sizeof part[0], &part[0]);
    launch(queue, add, 1, 0, NULL, NULL);
    print_buffer(queue, part[0], 4);

    size_t none = 0;
    status = clEnqueueNDRangeKernel(queue, rows, 4, NULL, &none, NULL, 0, NULL, NULL);
    printf("too many dimensions: %d\n", status);
    cl_kernel clone = clCloneKernel(scale, &status);
    if (clone != NULL) {
        launch(queue, clone, 1, 1, NULL, NULL);
        check(clReleaseKernel(clone), "clReleaseKernel");
        print_buffer(queue, out, ROWS);
    }
    cl_mem all[] = {in, out, image, to, copy, part[0], part[1], whole};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) check(clReleaseMemObject(all[i]), "clReleaseMemObject");
    check(clReleaseSampler(sampler), "clReleaseSampler");
    cl_kernel kernels[] = {rows, scale, pick, add};
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) check(clReleaseKernel(kernels[i]), "clReleaseKernel");
}

/* The folder for -I comes from the environment. */
static void launches(void) {
    char options[4096];
    snprintf(options, sizeof options, "-DN=4 -I %s -cl-mad-enable", getenv("CLIENT_HEADERS"));
    cl_int status;
    cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_command_queue queues[] = {clCreateCommandQueue(context, devices[0], 0, &status),
                                 clCreateCommandQueueWithProperties(context, devices[0], NULL, &status),
                                 clCreateCommandQueueWithProperties(context, devices[0], list, &status)};
    for (size_t i = 0; i < sizeof queues / sizeof queues[0]; i++) {
        check(clRetainCommandQueue(queues[i]), "clRetainCommandQueue");
        check(clReleaseCommandQueue(queues[i]), "clReleaseCommandQueue");
        launches_in(queues[i], options);
        check(clReleaseCommandQueue(queues[i]), "clReleaseCommandQueue");
    }
}

/* An event keeps its queue, which can be asked after the program has released it. */
static void queues(void) {
    cl_kernel kernel = kernel_of(built(UNROLLED, "-DN=4"), "fill");
    cl_program program;
    check(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL), "clGetKernelInfo");
    cl_mem buffer = buffer_of(SIZE, 0, CL_MEM_READ_WRITE);
    int number = 3;
    set(kernel, 0, sizeof buffer, &buffer);
    set(kernel, 1, sizeof number, &number);
    for (int i = 0; i < 6; i++) {
        cl_int status;
        cl_command_queue queue = clCreateCommandQueue(context, devices[0], i % 3 == 1 ? CL_QUEUE_PROFILING_ENABLE : 0, &status), same;
        check(status, "clCreateCommandQueue");
        cl_event event;
        launch(queue, kernel, 1, 0, NULL, &event);
        check(clFinish(queue), "clFinish");
        about_queue(queue, event);
        check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
        check(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof same, &same, NULL), "clGetEventInfo");
        about_queue(same, event);
        check(clReleaseEvent(event), "clReleaseEvent");
    }
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
}

static volatile int is_gone;

static void CL_CALLBACK gone(cl_context own, void *data) {
    (void)own, (void)data;
    is_gone = 1;
}

/* The folder CLIENT_REMOVED goes while a launch waits. */
static void removed(void) {
    cl_context first = context;
    cl_int status;
    context = clCreateContext(NULL, 1, devices, NULL, NULL, &status);
    check(status, "clCreateContext");
    check(clSetContextDestructorCallback(context, gone, NULL), "clSetContextDestructorCallback");
    cl_program program = built(UNROLLED, "-DN=4");
    cl_kernel kernel = kernel_of(program, "fill");
    cl_mem buffers[2];
    cl_command_queue queues[2];
    cl_event gate = clCreateUserEvent(context, &status);
    check(status, "clCreateUserEvent");
    for (int i = 0; i < 2; i++) {
        buffers[i] = buffer_of(SIZE, 0, CL_MEM_READ_WRITE);
        queues[i] = clCreateCommandQueue(context, devices[0], 0, &status);
        check(status, "clCreateCommandQueue");
        set(kernel, 0, sizeof buffers[i], &buffers[i]);
        set(kernel, 1, sizeof i, &i);
        if (i == 1 && getenv("CLIENT_REMOVED") != NULL) {
            char command[4096];
            snprintf(command, sizeof command, "rm -r '%s'", getenv("CLIENT_REMOVED"));
            check(system(command), command);
        }
        launch(queues[i], kernel, 1, 0, i == 0 ? gate : NULL, NULL);
    }
    check(clFinish(queues[1]), "clFinish");
    check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    check(clFinish(queues[0]), "clFinish");
    for (int i = 0; i < 2; i++) {
        check(clReleaseMemObject(buffers[i]), "clReleaseMemObject");
        check(clReleaseCommandQueue(queues[i]), "clReleaseCommandQueue");
    }
    check(clReleaseEvent(gate), "clReleaseEvent");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseContext(context), "clReleaseContext");
    /* A thread of the driver may still have the last command. */
    for (int i = 0; i < 5000 && !is_gone; i++) usleep(1000);
    printf("the context is gone: %d\n", is_gone);
    context = first;
}

static void quit(void) { _exit(0); }

/* The program leaves at the end without what others have registered before. */
static void quits(void) {
    atexit(quit);
    cl_program program = built(UNROLLED, "-DN=4");
    cl_kernel kernel = kernel_of(program, "fill");
    for (int i = 0; i < 6; i++) run(kernel, i, devices[0]);
    exit(1);
}

enum { MANY = 50 };

#define PART(kernel)                                                                                                                      \
    "#include \"part.h\"\n"                                                                                                                \
    "kernel void " kernel "(global int *a, int b) {\n"                                                                                    \
    "#pragma unroll\n"                                                                                                                    \
    "  for (int i = 0; i < N; i++) a[i] = ADDED + b + i;\n"                                                                               \
    "}\n"

/* Compiles a part with a header, and returns it. */
static cl_program compiled(const char *source, const char *options, const char *header_text) {
    const char *name = "part.h";
    cl_program header = program_of(header_text), program = program_of(source);
    check(clCompileProgram(program, 0, NULL, options, 1, &header, &name, NULL, NULL), "clCompileProgram");
    check(clReleaseProgram(header), "clReleaseProgram");
    return program;
}

static cl_program linked_of(cl_uint count, const cl_program *parts, const char *options) {
    cl_int status;
    cl_program program = clLinkProgram(context, 0, NULL, options, count, parts, NULL, NULL, &status);
    check(status, "clLinkProgram");
    return program;
}

static void run_of(cl_program program, const char *name, int number) {
    cl_kernel kernel = kernel_of(program, name);
    run(kernel, number, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

static void CL_CALLBACK linked_notify(cl_program program, void *data) {
    run_of(program, "fill", 1);
    check(clReleaseProgram(program), "clReleaseProgram");
    *(int *)data = 1;
}

/* Programs that are linked in many ways: from one part, compiled twice, with another header, from a library, from parts that need each
   other, from many. */
static void links(void) {
    cl_program all[MANY];
    const char *const fill = PART("fill");
    cl_program part = compiled(fill, "-DN=4", "#define ADDED 100\n");
    cl_program one = linked_of(1, &part, NULL);
    run_of(one, "fill", 1);
    const char *name = "part.h";
    cl_program header = program_of("#define ADDED 200\n");
    check(clCompileProgram(part, 0, NULL, "-DN=3", 1, &header, &name, NULL, NULL), "clCompileProgram");
    check(clReleaseProgram(header), "clReleaseProgram");
    cl_program again = linked_of(1, &part, NULL);
    run_of(again, "fill", 1);
    run_of(one, "fill", 2);
    check(clReleaseProgram(again), "clReleaseProgram");
    check(clReleaseProgram(one), "clReleaseProgram");
    check(clReleaseProgram(part), "clReleaseProgram");

    part = compiled(fill, "-DN=4", "#define ADDED 300\n");
    again = linked_of(1, &part, "-create-library");
    check(clReleaseProgram(part), "clReleaseProgram");
    one = linked_of(1, &again, NULL);
    check(clReleaseProgram(again), "clReleaseProgram");
    run_of(one, "fill", 1);
    check(clReleaseProgram(one), "clReleaseProgram");

    all[0] = program_of("int put(int b) { return b * 1000; }\nkernel void own(global int *a, int b) { a[0] = put(b); }\n");
    check(clCompileProgram(all[0], 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), "clCompileProgram");
    all[1] = program_of("int put(int b);\nkernel void needs(global int *a, int b) {\n#pragma unroll\nfor (int i = 0; i < 4; i++)\n"
                        "a[i] = put(b) + i; }\n");
    check(clCompileProgram(all[1], 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), "clCompileProgram");
    one = linked_of(2, all, NULL);
    run_of(one, "own", 1);
    run_of(one, "needs", 1);
    for (int i = 0; i < 2; i++) check(clReleaseProgram(all[i]), "clReleaseProgram");
    check(clReleaseProgram(one), "clReleaseProgram");

    int is_called = 0;
    cl_int status;
    part = compiled(fill, "-DN=4", "#define ADDED 400\n");
    one = clLinkProgram(context, 0, NULL, NULL, 1, &part, linked_notify, &is_called, &status);
    check(status, "clLinkProgram");
    printf("called: %d\n", is_called);
    check(clReleaseProgram(part), "clReleaseProgram");

    for (int i = 0; i < MANY; i++) {
        char source[300], options[20];
        snprintf(source, sizeof source, PART("many%d"), i);
        snprintf(options, sizeof options, "-DN=%d", i % 3 + 2);
        all[i] = compiled(source, options, "#define ADDED 500\n");
    }
    one = linked_of(MANY, all, "");
    run_of(one, "many0", 1);
    run_of(one, "many49", 1);
    cl_program twice[] = {all[0], all[0]};
    cl_program failed = clLinkProgram(context, 0, NULL, NULL, 2, twice, NULL, NULL, &status);
    printf("twice: %d\n", status);
    if (failed != NULL) check(clReleaseProgram(failed), "clReleaseProgram");
    for (int i = 0; i < MANY; i++) check(clReleaseProgram(all[i]), "clReleaseProgram");
    check(clReleaseProgram(one), "clReleaseProgram");
}

/* A library, which has kernels only after it is linked. */
static void library(void) {
    cl_program compiled = program_of(UNROLLED);
    check(clCompileProgram(compiled, 0, NULL, "-DN=4", 0, NULL, NULL, NULL, NULL), "clCompileProgram");
    cl_int status;
    cl_program made = clLinkProgram(context, 0, NULL, "-create-library", 1, &compiled, NULL, NULL, &status);
    check(status, "clLinkProgram");
    cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &made, NULL, NULL, &status);
    check(status, "clLinkProgram");
    text(linked, CL_PROGRAM_KERNEL_NAMES, "kernels");
    cl_kernel kernel = kernel_of(linked, "fill");
    run(kernel, 6, devices[0]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    cl_program all[] = {compiled, made, linked};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) check(clReleaseProgram(all[i]), "clReleaseProgram");
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*scene)(void);
    } scenes[] = {
        {"queries", queries}, {"lives", lives}, {"rebuild", rebuild}, {"errors", errors}, {"parts", parts},
        {"linked", linked}, {"each-device", each_device}, {"plain", plain}, {"threads", threads}, {"forks", forks},
        {"cost", cost}, {"descriptors", descriptors}, {"unrequested", unrequested}, {"launches", launches},
        {"queues", queues}, {"quits", quits}, {"library", library}, {"removed", removed},
        {"links", links}, {"cost-of", cost_of},
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

/* A program whose kernels get buffers that share memory, or do not: shares SCENE [ARGUMENT].
 *
 * Each scene prints what its kernels compute. The output must be the same with and without the layer. With SHARES_FORCED=1, all pointers
 * of the kernels are `restrict`, which a layer must not do: the scenes with shared memory then print something else. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "program.h"

enum { COUNT = 64, BYTES = COUNT * (int)sizeof(float), STEP = 256 };

static cl_platform_id platform;
static cl_device_id device;
static cl_command_queue queue;
static int repeats = 1;

/* `a[i]` may be `b[0]`, or the next `b[i - 1]`. No kernel has a request apart from `spread`. */
static const char *const KERNELS =
    "kernel void shift(global float *a, global const float *b, int n) {\n"
    "  for (int i = 0; i < n; i++) a[i] = b[0] + 1.0f;\n"
    "}\n"
    "kernel void spread(global float *a, global const float *b, int n) {\n"
    "#pragma unroll 4\n"
    "  for (int i = 1; i < n; i++) a[i] = b[i - 1] * 0.5f + 3.0f;\n"
    "}\n"
    "kernel void tile(global float *a, global const float *b, int n, local float *t) {\n"
    "  t[0] = b[0];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int i = 0; i < n; i++) a[i] = b[0] + t[0];\n"
    "}\n"
    "kernel void alone(global float *a, int n) {\n"
    "  for (int i = 0; i + 1 < n; i++) a[i + 1] = a[i] * 0.5f + 3.0f;\n"
    "}\n";
static const char *const UNREQUESTED =
    "kernel void shift(global float *a, global const float *b, int n) {\n"
    "  for (int i = 0; i < n; i += INC) a[i] = b[0] + 1.0f;\n"
    "}\n";

static cl_program made_of(const char *source) {
    char text[4096];
    size_t length = 0;
    for (const char *at = source; *at != 0; at++) {
        text[length++] = *at;
        if (getenv("SHARES_FORCED") != NULL && *at == '*' && isalpha((unsigned char)at[1]))
            length += (size_t)sprintf(text + length, "restrict ");
    }
    text[length] = 0;
    return program_of(text);
}

static cl_program built(const char *source, const char *options) { return build_of(made_of(source), options); }

static cl_kernel kernel_of(cl_program program, const char *name) {
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    check(status, name);
    return kernel;
}

/* The kernel keeps its program. */
static cl_kernel kernel_in(const char *source, const char *options, const char *name) {
    cl_program program = built(source, options);
    cl_kernel kernel = kernel_of(program, name);
    check(clReleaseProgram(program), "clReleaseProgram");
    return kernel;
}

static cl_mem buffer_with(cl_mem_flags flags, size_t size, void *place) {
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, flags, size, place, &status);
    check(status, "clCreateBuffer");
    return buffer;
}

static cl_mem buffer(void) { return buffer_with(CL_MEM_READ_WRITE, BYTES, NULL); }

static cl_mem part_of(cl_mem whole, size_t from) {
    cl_buffer_region region = {from, BYTES};
    cl_int status;
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    check(status, "clCreateSubBuffer");
    return part;
}

static void fill(cl_mem buffer, float first) {
    float values[COUNT];
    for (int i = 0; i < COUNT; i++) values[i] = first + (float)i;
    check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BYTES, values, 0, NULL, NULL), "clEnqueueWriteBuffer");
}

static void show(const char *what, cl_mem buffer) {
    float values[COUNT];
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, values, 0, NULL, NULL), "clEnqueueReadBuffer");
    printf("%s:", what);
    for (int i = 0; i < 8; i++) printf(" %.9g", values[i]);
    double sum = 0;
    for (int i = 0; i < COUNT; i++) sum = sum * 0.75 + values[i];
    printf("; %.17g\n", sum);
}

static void set(cl_kernel kernel, cl_uint at, size_t size, const void *value) {
    check(clSetKernelArg(kernel, at, size, value), "clSetKernelArg");
}

static void set_both(cl_kernel kernel, cl_mem a, cl_mem b) {
    int count = COUNT;
    set(kernel, 0, sizeof a, &a);
    set(kernel, 1, sizeof b, &b);
    set(kernel, 2, sizeof count, &count);
}

static cl_int started(cl_kernel kernel, cl_event *event) {
    size_t one = 1;
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, event);
}

static void launch(cl_kernel kernel) { check(started(kernel, NULL), "clEnqueueNDRangeKernel"); }

/* Launches a kernel with two buffers, and shows both. */
static void run(cl_kernel kernel, const char *what, cl_mem a, cl_mem b) {
    fill(a, 1);
    fill(b, 100);
    set_both(kernel, a, b);
    launch(kernel);
    show(what, a);
    show(what, b);
}

/* Launches all kernels with two buffers. */
static void all(const char *what, cl_mem a, cl_mem b) {
    cl_program program = built(KERNELS, "");
    const char *names[] = {"shift", "spread", "tile"};
    for (int i = 0; i < 3; i++) {
        cl_kernel kernel = kernel_of(program, names[i]);
        if (i == 2) set(kernel, 3, 4 * sizeof(float), NULL);
        for (int j = 0; j < repeats; j++) run(kernel, what, a, b);
        check(clReleaseKernel(kernel), "clReleaseKernel");
    }
    cl_kernel alone = kernel_of(program, "alone");
    int count = COUNT;
    set(alone, 0, sizeof a, &a);
    set(alone, 1, sizeof count, &count);
    launch(alone);
    show(what, a);
    check(clReleaseKernel(alone), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseMemObject(a), "clReleaseMemObject");
    if (b != a) check(clReleaseMemObject(b), "clReleaseMemObject");
}

static void separate(void) {
    all("separate", buffer(), buffer_with(CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, BYTES, NULL));
}

static void same(void) {
    cl_mem one = buffer();
    all("same", one, one);
}

static void parts(void) {
    cl_mem whole = buffer_with(CL_MEM_READ_WRITE, 4 * BYTES, NULL);
    all("the same part", part_of(whole, STEP), part_of(whole, STEP));
    all("parts that overlap", part_of(whole, 0), part_of(whole, 128));
    all("parts that overlap", part_of(whole, 128), part_of(whole, 0));
    all("parts beside each other", part_of(whole, 0), part_of(whole, BYTES));
    cl_mem part = part_of(whole, 0);
    check(clRetainMemObject(whole), "clRetainMemObject");
    all("a part of the other", part, whole);
    all("another part of the other", whole, part_of(whole, BYTES));
}

/* Two buffers in one piece of the host's memory. */
static void host(void) {
    char *memory = aligned_alloc(4096, 4 * BYTES);
    cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
    all("memory of the host", buffer_with(flags, BYTES, memory), buffer_with(flags, BYTES, memory));
    all("memory of the host", buffer_with(flags, BYTES, memory), buffer_with(flags, BYTES, memory + 128));
    all("memory of the host", buffer_with(flags, BYTES, memory), buffer());
    free(memory);
}

/* A buffer goes, and others may get its handle. */
static void reused(void) {
    char *memory = aligned_alloc(4096, 4 * BYTES);
    cl_kernel kernel = kernel_in(KERNELS, "", "shift");
    for (int i = 0; i < 20; i++) {
        cl_mem a = buffer(), b = buffer();
        run(kernel, "fresh", a, b);
        check(clRetainMemObject(b), "clRetainMemObject");
        check(clReleaseMemObject(b), "clReleaseMemObject");
        run(kernel, "kept", a, b);
        check(clReleaseMemObject(a), "clReleaseMemObject");
        check(clReleaseMemObject(b), "clReleaseMemObject");
        cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
        a = buffer_with(flags, BYTES, memory), b = buffer_with(flags, BYTES, memory);
        run(kernel, "in one memory", a, b);
        check(clReleaseMemObject(a), "clReleaseMemObject");
        check(clReleaseMemObject(b), "clReleaseMemObject");
        cl_mem whole = buffer_with(CL_MEM_READ_WRITE, 2 * BYTES, NULL);
        a = part_of(whole, 0), b = part_of(whole, 128);
        check(clReleaseMemObject(whole), "clReleaseMemObject");
        run(kernel, "in one buffer", a, b);
        check(clReleaseMemObject(a), "clReleaseMemObject");
        check(clReleaseMemObject(b), "clReleaseMemObject");
    }
    check(clReleaseKernel(kernel), "clReleaseKernel");
    free(memory);
}

/* Arguments change one by one, and some calls fail. */
static void arguments(void) {
    cl_kernel kernel = kernel_in(KERNELS, "", "shift");
    cl_event event;
    printf("nothing is set: %d\n", started(kernel, &event));
    cl_mem a = buffer(), b = buffer(), none = NULL;
    fill(a, 1);
    fill(b, 100);
    int count = COUNT;
    set(kernel, 2, sizeof count, &count);
    set(kernel, 0, sizeof a, &a);
    printf("one is not set: %d\n", started(kernel, NULL));
    set(kernel, 1, sizeof b, &b);
    launch(kernel);
    show("both", a);
    set(kernel, 1, sizeof a, &a);
    launch(kernel);
    show("one buffer", a);
    set(kernel, 1, sizeof b, &b);
    count = COUNT / 2;
    set(kernel, 2, sizeof count, &count);
    launch(kernel);
    show("half", a);
    count = 0;
    set(kernel, 2, sizeof count, &count);
    set(kernel, 1, sizeof none, &none);
    launch(kernel);
    set(kernel, 1, sizeof none, NULL);
    launch(kernel);
    show("no buffer", a);
    count = COUNT;
    set_both(kernel, a, b);
    size_t zero = 0;
    event = NULL;
    cl_int status = clEnqueueNDRangeKernel(queue, kernel, 4, NULL, &zero, NULL, 0, NULL, &event);
    printf("too many dimensions: %d, %d\n", status, event == NULL);
    check(started(kernel, &event), "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    cl_command_type type = 0;
    check(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL), "clGetEventInfo");
    printf("an event: %d\n", type == CL_COMMAND_NDRANGE_KERNEL);
    check(clReleaseEvent(event), "clReleaseEvent");
    check(clEnqueueTask(queue, kernel, 0, NULL, &event), "clEnqueueTask");
    check(clReleaseEvent(event), "clReleaseEvent");
    set(kernel, 1, sizeof a, &a);
    check(clEnqueueTask(queue, kernel, 0, NULL, NULL), "clEnqueueTask");
    show("a task", a);
    printf("a wrong size: %d\n", clSetKernelArg(kernel, 1, 3, &b));
    launch(kernel);
    show("as before", a);
    printf("a wrong number: %d\n", clSetKernelArg(kernel, 7, sizeof a, &a));
    set(kernel, 1, sizeof b, &b);
    launch(kernel);
    show("both", a);
    check(clReleaseMemObject(a), "clReleaseMemObject");
    check(clReleaseMemObject(b), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

/* A copy of a kernel has its arguments, and later others. */
static void cloned(void) {
    cl_kernel kernel = kernel_in(KERNELS, "", "spread");
    cl_mem a = buffer(), b = buffer();
    cl_int status;
    run(kernel, "first", a, b);
    set(kernel, 1, sizeof a, &a);
    cl_kernel clone = clCloneKernel(kernel, &status);
    printf("clone: %d\n", status);
    set(kernel, 1, sizeof b, &b);
    if (clone != NULL) {
        launch(clone);
        show("the clone", a);
        run(clone, "the clone", a, b);
        check(clReleaseKernel(clone), "clReleaseKernel");
    }
    launch(kernel);
    show("first", a);
    check(clReleaseMemObject(a), "clReleaseMemObject");
    check(clReleaseMemObject(b), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

/* Shared virtual memory, in an argument and around a buffer. */
static void shared(void) {
    cl_kernel kernel = kernel_in(KERNELS, "", "shift");
    float *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, 2 * BYTES, 0);
    if (memory == NULL) {
        printf("no shared memory\n");
        exit(0);
    }
    for (int i = 0; i < 2 * COUNT; i++) memory[i] = (float)i;
    cl_mem a = buffer_with(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, BYTES, memory), b = buffer();
    run(kernel, "a buffer in it", a, b);
    run(kernel, "a buffer in it", b, a);
    set_both(kernel, a, b);
    check(clSetKernelArgSVMPointer(kernel, 1, memory), "clSetKernelArgSVMPointer");
    launch(kernel);
    show("an argument", a);
    cl_mem c = buffer();
    run(kernel, "other arguments", b, c);
    cl_kernel other = kernel_in(KERNELS, "", "shift");
    void *used[] = {memory};
    check(clSetKernelExecInfo(other, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof used, used), "clSetKernelExecInfo");
    run(other, "used memory", b, c);
    cl_mem all[] = {a, b, c};
    for (int i = 0; i < 3; i++) check(clReleaseMemObject(all[i]), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseKernel(other), "clReleaseKernel");
    clSVMFree(context, memory);
}

static void CL_CALLBACK notify(cl_program program, void *data) {
    (void)program;
    ++*(int *)data;
}

/* A program is built again, with other options. */
static void again(void) {
    cl_mem a = buffer(), b = buffer();
    cl_program program = made_of(UNREQUESTED);
    const char *options[] = {"-DINC=1", "-DINC=2", "-DINC=3 -cl-mad-enable", "-DINC=2"};
    int called = 0;
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            check(clBuildProgram(program, 0, NULL, options[i], notify, &called), "clBuildProgram");
        else
            check(clBuildProgram(program, 1, &device, options[i], NULL, NULL), "clBuildProgram");
        cl_kernel kernel = kernel_of(program, "shift");
        run(kernel, options[i], a, b);
        run(kernel, options[i], a, a);
        cl_int status = clBuildProgram(program, 0, NULL, "-DINC=4", NULL, NULL);
        printf("with a kernel: %d\n", status);
        run(kernel, options[i], a, b);
        cl_uint count = 0, references = 0;
        check(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof references, &references, NULL), "references");
        check(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL), "references");
        printf("references: %u, %u\n", references, count);
        check(clReleaseKernel(kernel), "clReleaseKernel");
        printf("a mistake: %d\n", clBuildProgram(program, 0, NULL, "-DINC=)", NULL, NULL));
    }
    check(clReleaseProgram(program), "clReleaseProgram");
    cl_kernel kernel;
    program = built(UNREQUESTED, "-DINC=2");
    cl_uint number = 0;
    check(clCreateKernelsInProgram(program, 1, &kernel, &number), "clCreateKernelsInProgram");
    run(kernel, "all kernels", a, b);
    check(clRetainKernel(kernel), "clRetainKernel");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    run(kernel, "all kernels", a, b);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseMemObject(a), "clReleaseMemObject");
    check(clReleaseMemObject(b), "clReleaseMemObject");
}

enum { THREADS = 8 };
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static cl_kernel of_all;
static int wrong;

/* Each thread has its own queue and buffers, and by turns its own kernel or that of all. */
static void *work(void *data) {
    int number = *(int *)data;
    cl_int status;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_kernel kernel = kernel_in(KERNELS, "", "shift");
    cl_mem a = buffer(), b = buffer();
    size_t one = 1;
    for (int i = 0; i < 30 * repeats; i++) {
        int is_same = (i + number) % 3 == 0, is_of_all = i % 2 == 0;
        cl_kernel used = is_of_all ? of_all : kernel;
        float first = (float)(number * 100 + i), values[COUNT];
        check(clEnqueueFillBuffer(own, a, &first, sizeof first, 0, BYTES, 0, NULL, NULL), "clEnqueueFillBuffer");
        check(clEnqueueFillBuffer(own, b, &first, sizeof first, 0, BYTES, 0, NULL, NULL), "clEnqueueFillBuffer");
        if (is_of_all) pthread_mutex_lock(&turn);
        set_both(used, a, is_same ? a : b);
        check(clEnqueueNDRangeKernel(own, used, 1, NULL, &one, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
        if (is_of_all) pthread_mutex_unlock(&turn);
        check(clEnqueueReadBuffer(own, a, CL_TRUE, 0, BYTES, values, 0, NULL, NULL), "clEnqueueReadBuffer");
        for (int j = 0; j < COUNT; j++) {
            float expected = first + (is_same && j > 0 ? 2 : 1);
            if (values[j] != expected) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
        }
    }
    check(clReleaseMemObject(a), "clReleaseMemObject");
    check(clReleaseMemObject(b), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseCommandQueue(own), "clReleaseCommandQueue");
    return NULL;
}

static void together(void *(*work)(void *)) {
    pthread_t all[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&all[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
    printf("wrong: %d\n", wrong);
}

static void threads(void) {
    of_all = kernel_in(KERNELS, "", "shift");
    together(work);
    check(clReleaseKernel(of_all), "clReleaseKernel");
}

/* The same with a driver that fails at random: what was launched is right. A release is repeated until it succeeds. */
static void *attempt(void *data) {
    int number = *(int *)data, launches = 0, count = COUNT;
    cl_int status;
    size_t one = 1;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_mem a = buffer(), b = buffer();
    for (int i = 0; i < 12 * repeats; i++) {
        const char *source = i % 3 == 0 ? UNREQUESTED : KERNELS;
        cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
        if (program == NULL) continue;
        cl_kernel kernel = NULL;
        if (clBuildProgram(program, 0, NULL, "-DINC=1", NULL, NULL) == CL_SUCCESS)
            kernel = clCreateKernel(program, "shift", &status);
        while (clReleaseProgram(program) != CL_SUCCESS) {}
        /* A call that fails leaves the arguments as they were. */
        cl_mem is = NULL;
        int set = 0;
        for (int j = 0; kernel != NULL && j < 6; j++) {
            float first = (float)(number * 100 + i + j), values[COUNT];
            cl_mem wanted = j % 2 == 0 ? b : a;
            if (clSetKernelArg(kernel, 0, sizeof a, &a) == CL_SUCCESS) set |= 1;
            if (clSetKernelArg(kernel, 1, sizeof wanted, &wanted) == CL_SUCCESS) is = wanted;
            if (clSetKernelArg(kernel, 2, sizeof count, &count) == CL_SUCCESS) set |= 2;
            if (set != 3 || is == NULL) continue;
            check(clEnqueueFillBuffer(own, a, &first, sizeof first, 0, BYTES, 0, NULL, NULL), "clEnqueueFillBuffer");
            check(clEnqueueFillBuffer(own, b, &first, sizeof first, 0, BYTES, 0, NULL, NULL), "clEnqueueFillBuffer");
            if (clEnqueueNDRangeKernel(own, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) != CL_SUCCESS) continue;
            check(clEnqueueReadBuffer(own, a, CL_TRUE, 0, BYTES, values, 0, NULL, NULL), "clEnqueueReadBuffer");
            launches++;
            for (int k = 0; k < COUNT; k++) {
                float expected = first + (is == a && k > 0 ? 2 : 1);
                if (values[k] != expected) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
            }
        }
        if (kernel != NULL)
            while (clReleaseKernel(kernel) != CL_SUCCESS) {}
    }
    check(clReleaseMemObject(a), "clReleaseMemObject");
    check(clReleaseMemObject(b), "clReleaseMemObject");
    check(clReleaseCommandQueue(own), "clReleaseCommandQueue");
    if (launches == 0) printf("a thread has launched nothing\n");
    return NULL;
}

static void faults(void) { together(attempt); }

/* Asks for a function that sets arguments past the layer. */
static void unseen(void) {
    cl_kernel kernel = kernel_in(KERNELS, "", "shift");
    cl_mem a = buffer(), b = buffer();
    run(kernel, "seen", a, b);
    clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgDevicePointerEXT");
    run(kernel, "perhaps unseen", a, b);
    check(clReleaseMemObject(a), "clReleaseMemObject");
    check(clReleaseMemObject(b), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

/* Loads another loader, through which arguments could be set: a copy in the file SHARES_COPY. */
static void loaders(void) {
    cl_kernel kernel = kernel_in(KERNELS, "", "shift");
    cl_mem a = buffer(), b = buffer();
    run(kernel, "one loader", a, b);
    Dl_info info;
    const char *copy = getenv("SHARES_COPY");
    if (copy != NULL && dladdr((void *)clGetPlatformIDs, &info) != 0) {
        char command[4096];
        snprintf(command, sizeof command, "cp -L '%s' '%s'", info.dli_fname, copy);
        check(system(command), command);
        check(dlopen(copy, RTLD_NOW | RTLD_LOCAL) == NULL, "dlopen");
    }
    run(kernel, "two loaders", a, b);
    check(clReleaseMemObject(a), "clReleaseMemObject");
    check(clReleaseMemObject(b), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

int main(int count, char **given) {
    static const struct {
        const char *name;
        void (*scene)(void);
    } scenes[] = {
        {"separate", separate}, {"same", same}, {"parts", parts}, {"host", host}, {"reused", reused},
        {"arguments", arguments}, {"cloned", cloned}, {"shared", shared}, {"again", again},
        {"threads", threads}, {"unseen", unseen}, {"loaders", loaders}, {"faults", faults},
    };
    cl_int status;
    setvbuf(stdout, NULL, _IOLBF, 0);
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    if (count > 2) repeats = atoi(given[2]);
    for (size_t i = 0; count > 1 && i < sizeof scenes / sizeof scenes[0]; i++) {
        if (strcmp(scenes[i].name, given[1]) == 0) {
            scenes[i].scene();
            check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
            check(clReleaseContext(context), "clReleaseContext");
            return 0;
        }
    }
    return 2;
}

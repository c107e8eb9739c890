/* A layer below the one under test, which plays a driver with faults, and counts what it gets: objects that are made and not released.
 *
 * BELOW_REFUSES=TEXT   builds of programs whose source contains the text fail
 * BELOW_HIDES=TEXT     a source that contains the text cannot be queried
 * BELOW_REFUSES_LINK=N the first N links fail
 * BELOW_INSTANT=1      builds succeed at once, and make nothing
 * BELOW_FORGETS=1      what the compiler knows of parameters is kept only with -cl-kernel-arg-info
 * BELOW_REFUSES_LAUNCH=1 launches of kernels that were built with -cl-kernel-arg-info fail
 * BELOW_RANDOM=SEED    every fourth call fails, at random; of those that set arguments and launch, every sixteenth
 * BELOW_REPORT=FILE    at the end, what is left and how much was made */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_icd_dispatch next, mine;
static atomic_long programs, kernels, made, builds, links;
static atomic_ulong drawn;
static const char *refused, *hidden, *report;
static long refused_links, seed = -1;
static int refuses_launch, is_instant;

static int fails(void) {
    if (seed < 0) return 0;
    unsigned long x = atomic_fetch_add(&drawn, 1) + (unsigned long)seed * 1000003u;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    return x % 4 == 0;
}

static void *failed(cl_int *status) {
    if (status != NULL) *status = CL_OUT_OF_HOST_MEMORY;
    return NULL;
}

static cl_program CL_API_CALL create(cl_context c, cl_uint n, const char **s, const size_t *l, cl_int *status) {
    if (fails()) return failed(status);
    cl_program program = next.clCreateProgramWithSource(c, n, s, l, status);
    if (program != NULL) {
        programs++;
        made++;
    }
    return program;
}

static cl_int CL_API_CALL retain(cl_program program) {
    if (fails()) return CL_OUT_OF_HOST_MEMORY;
    cl_int status = next.clRetainProgram(program);
    if (status == CL_SUCCESS) programs++;
    return status;
}

/* The layer releases what is its own once, and cannot repeat that for ever: only objects of the application fail here. */
static cl_int CL_API_CALL release(cl_program program) {
    cl_int status = next.clReleaseProgram(program);
    if (status == CL_SUCCESS) programs--;
    return status;
}

static int has_text(cl_program program, const char *wanted) {
    size_t size = 0;
    if (wanted == NULL || next.clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) != CL_SUCCESS) return 0;
    char *text = calloc(1, size + 1);
    next.clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text, NULL);
    int found = strstr(text, wanted) != NULL;
    free(text);
    return found;
}

static cl_int CL_API_CALL info(cl_program program, cl_program_info name, size_t size, void *value, size_t *needed) {
    if (name == CL_PROGRAM_SOURCE && has_text(program, hidden)) return CL_INVALID_VALUE;
    return next.clGetProgramInfo(program, name, size, value, needed);
}

static cl_int CL_API_CALL build(cl_program p, cl_uint n, const cl_device_id *d, const char *o,
                                void(CL_CALLBACK *f)(cl_program, void *), void *data) {
    builds++;
    if (fails()) return CL_OUT_OF_HOST_MEMORY;
    if (has_text(p, refused)) return CL_BUILD_PROGRAM_FAILURE;
    if (is_instant) return CL_SUCCESS;
    return next.clBuildProgram(p, n, d, o, f, data);
}

static cl_int CL_API_CALL compile(cl_program p, cl_uint n, const cl_device_id *d, const char *o, cl_uint m, const cl_program *h,
                                  const char **names, void(CL_CALLBACK *f)(cl_program, void *), void *data) {
    builds++;
    if (fails()) return CL_OUT_OF_HOST_MEMORY;
    if (has_text(p, refused)) return CL_COMPILE_PROGRAM_FAILURE;
    return next.clCompileProgram(p, n, d, o, m, h, names, f, data);
}

static cl_program CL_API_CALL link_all(cl_context c, cl_uint n, const cl_device_id *d, const char *o, cl_uint m,
                                       const cl_program *p, void(CL_CALLBACK *f)(cl_program, void *), void *data,
                                       cl_int *status) {
    if (fails() || links++ < refused_links) return failed(status);
    cl_program program = next.clLinkProgram(c, n, d, o, m, p, f, data, status);
    if (program != NULL) programs++;
    return program;
}

static cl_kernel CL_API_CALL kernel(cl_program program, const char *name, cl_int *status) {
    if (fails()) return failed(status);
    cl_kernel kernel = next.clCreateKernel(program, name, status);
    if (kernel != NULL) kernels++;
    return kernel;
}

static cl_int CL_API_CALL all_kernels(cl_program program, cl_uint n, cl_kernel *k, cl_uint *count) {
    cl_uint number = 0;
    cl_int status = next.clCreateKernelsInProgram(program, n, k, &number);
    if (status == CL_SUCCESS && k != NULL) kernels += number;
    if (count != NULL) *count = number;
    return status;
}

static cl_kernel CL_API_CALL clone(cl_kernel source, cl_int *status) {
    cl_kernel kernel = next.clCloneKernel(source, status);
    if (kernel != NULL) kernels++;
    return kernel;
}

static cl_int CL_API_CALL retain_kernel(cl_kernel kernel) {
    cl_int status = next.clRetainKernel(kernel);
    if (status == CL_SUCCESS) kernels++;
    return status;
}

/* No program of the tests has this option, so a kernel of such a program is the layer's. */
static int keeps_parameters(cl_kernel kernel) {
    cl_program program = NULL;
    cl_device_id some[4] = {0};
    char options[4096] = "";
    next.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    next.clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof some, some, NULL);
    next.clGetProgramBuildInfo(program, some[0], CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, NULL);
    return strstr(options, "-cl-kernel-arg-info") != NULL;
}

static cl_int CL_API_CALL release_kernel(cl_kernel kernel) {
    if (fails() && !keeps_parameters(kernel)) return CL_OUT_OF_HOST_MEMORY;
    cl_int status = next.clReleaseKernel(kernel);
    if (status == CL_SUCCESS) kernels--;
    return status;
}

static cl_int CL_API_CALL set(cl_kernel kernel, cl_uint at, size_t size, const void *value) {
    return fails() && fails() ? CL_OUT_OF_HOST_MEMORY : next.clSetKernelArg(kernel, at, size, value);
}

static cl_int CL_API_CALL launch(cl_command_queue q, cl_kernel k, cl_uint n, const size_t *from, const size_t *global,
                                 const size_t *local, cl_uint count, const cl_event *waits, cl_event *event) {
    if ((fails() && fails()) || (refuses_launch && keeps_parameters(k))) return CL_OUT_OF_RESOURCES;
    return next.clEnqueueNDRangeKernel(q, k, n, from, global, local, count, waits, event);
}

static cl_int CL_API_CALL parameter(cl_kernel kernel, cl_uint at, cl_kernel_arg_info name, size_t size, void *value, size_t *needed) {
    if (!keeps_parameters(kernel)) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    return next.clGetKernelArgInfo(kernel, at, name, size, value, needed);
}

__attribute__((destructor)) static void end(void) {
    FILE *file = report == NULL ? NULL : fopen(report, "w");
    if (file == NULL) return;
    fprintf(file, "left: %ld programs, %ld kernels; made: %s; builds: %ld\n", (long)programs, (long)kernels,
            made > 0 ? "some" : "none", (long)builds);
    fclose(file);
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void *value, size_t *size_ret) {
    cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value != NULL && size >= sizeof version) memcpy(value, &version, sizeof version);
    if (size_ret != NULL) *size_ret = sizeof version;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target, cl_uint *entries_ret,
                                            const cl_icd_dispatch **layer) {
    size_t most = sizeof next / sizeof(void *), count = entries < most ? entries : most;
    memcpy(&next, target, count * sizeof(void *));
    refused = getenv("BELOW_REFUSES");
    hidden = getenv("BELOW_HIDES");
    report = getenv("BELOW_REPORT");
    is_instant = getenv("BELOW_INSTANT") != NULL;
    if (getenv("BELOW_REFUSES_LINK") != NULL) refused_links = atol(getenv("BELOW_REFUSES_LINK"));
    refuses_launch = getenv("BELOW_REFUSES_LAUNCH") != NULL;
    if (getenv("BELOW_RANDOM") != NULL) seed = atol(getenv("BELOW_RANDOM"));
    mine.clCreateProgramWithSource = create;
    mine.clRetainProgram = retain;
    mine.clReleaseProgram = release;
    mine.clGetProgramInfo = info;
    mine.clBuildProgram = build;
    mine.clCompileProgram = compile;
    mine.clLinkProgram = link_all;
    mine.clCreateKernel = kernel;
    mine.clCreateKernelsInProgram = all_kernels;
    mine.clCloneKernel = clone;
    mine.clRetainKernel = retain_kernel;
    mine.clReleaseKernel = release_kernel;
    mine.clSetKernelArg = set;
    mine.clEnqueueNDRangeKernel = launch;
    if (getenv("BELOW_FORGETS") != NULL) mine.clGetKernelArgInfo = parameter;
    *entries_ret = (cl_uint)count;
    *layer = &mine;
    return CL_SUCCESS;
}

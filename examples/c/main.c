/* Reads a kernel, unrolls it before the OpenCL compiler gets it, runs it on the first device, and checks what it computes.
 *
 *     moving_sum [KERNEL]
 */

#include <stdio.h>
#include <stdlib.h>

#include <CL/cl.h>
#include <clunroll.h>

#define TAPS 5
#define COUNT 64

/* What clunroll and the OpenCL compiler both get. */
#define STRING(number) #number
#define BUILD_OPTIONS(taps) "-DTAPS=" STRING(taps) " -cl-std=CL1.2"

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "moving_sum: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* Stops with a message if a call of OpenCL has failed. */
static void check(cl_int status, const char *what)
{
    char number[32];

    if (status != CL_SUCCESS) {
        snprintf(number, sizeof number, "OpenCL error %d", (int)status);
        fail(what, number);
    }
}

/* The bytes of a file, which the caller frees. */
static char *read_file(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    char *bytes = NULL;
    long size = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
        bytes = malloc((size_t)size + 1);
    if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        fail(name, "cannot be read");
    fclose(file);
    *length = (size_t)size;
    return bytes;
}

/* What clunroll makes of a source; the caller frees it. Stops if a pragma is invalid. */
static clunroll_outcome *unroll(const char *name, const char *source, size_t length, const char *build_options)
{
    clunroll_options *options = clunroll_options_new();
    clunroll_outcome *outcome = NULL;
    clunroll_text report;

    if (clunroll_options_set_name(options, name, CLUNROLL_NUL_TERMINATED) != CLUNROLL_STATUS_OK
        || clunroll_options_add_build_options(options, build_options, CLUNROLL_NUL_TERMINATED) != CLUNROLL_STATUS_OK)
        fail("clunroll", clunroll_options_error(options).data);
    if (clunroll_unroll(options, source, length, &outcome) != CLUNROLL_STATUS_OK)
        fail("clunroll", "the kernel was not unrolled");
    clunroll_options_free(options);

    /* What is wrong with a pragma, and why a loop was left as it is. */
    if (clunroll_outcome_report(outcome, CLUNROLL_FORMAT_FULL, &report) == CLUNROLL_STATUS_OK)
        fwrite(report.data, 1, report.length, stderr);
    if (clunroll_outcome_has_errors(outcome))
        fail(name, "an unroll pragma is invalid");
    /* What was done for each request. */
    if (clunroll_outcome_report(outcome, CLUNROLL_FORMAT_REQUESTS, &report) == CLUNROLL_STATUS_OK)
        fwrite(report.data, 1, report.length, stdout);
    return outcome;
}

/* The first device of the first platform that has one. */
static cl_device_id first_device(void)
{
    cl_platform_id platforms[16];
    cl_device_id device;
    cl_uint count = 0;
    cl_uint i;

    check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
    for (i = 0; i < count && i < 16; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
            return device;
    fail("clGetDeviceIDs", "there is no OpenCL device");
    return NULL;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "moving_sum.cl";
    const char *build_options = BUILD_OPTIONS(TAPS);
    static cl_int in[COUNT + TAPS - 1];
    static cl_int out[COUNT];
    const size_t count = COUNT;
    size_t length;
    int i, tap;
    cl_int status;

    /* The step before clBuildProgram. */
    char *source = read_file(name, &length);
    clunroll_outcome *outcome = unroll(name, source, length, build_options);
    clunroll_text text = clunroll_outcome_text(outcome);

    cl_device_id device = first_device();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &text.data, &text.length, &status);
    check(status, "clCreateProgramWithSource");
    /* OpenCL has copied the text. */
    clunroll_outcome_free(outcome);
    free(source);
    if (clBuildProgram(program, 1, &device, build_options, NULL, NULL) != CL_SUCCESS) {
        static char log[65536];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fail("clBuildProgram", log);
    }
    cl_kernel kernel = clCreateKernel(program, "moving_sum", &status);
    check(status, "clCreateKernel");

    for (i = 0; i < COUNT + TAPS - 1; i++)
        in[i] = i * i;
    cl_mem in_buffer = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof in, in, &status);
    check(status, "clCreateBuffer");
    cl_mem out_buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof in_buffer, &in_buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof out_buffer, &out_buffer), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, out_buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "clEnqueueReadBuffer");

    for (i = 0; i < COUNT; i++) {
        cl_int expected = 0;
        for (tap = 0; tap < TAPS; tap++)
            expected += in[i + tap];
        if (out[i] != expected)
            fail("moving_sum", "a sum is wrong");
    }
    printf("%d sums of %d are right\n", COUNT, TAPS);

    clReleaseMemObject(in_buffer);
    clReleaseMemObject(out_buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return EXIT_SUCCESS;
}

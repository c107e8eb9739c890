/* Runs the two kernels that the build has unrolled, and checks what they compute.
 *
 * The kernels are arrays in kernels.h, which clunroll_add_kernels has written, so that the program needs no files. */

#include <stdio.h>
#include <stdlib.h>

#include <CL/cl.h>

#include "include/window.h"
#include "kernels.h"

#define COUNT 64
#define EACH 8
#define FACTOR 3

/* Stops with a message where a call has failed. */
static void check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "smooth: %s: OpenCL error %d\n", what, (int)status);
        exit(EXIT_FAILURE);
    }
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
    fprintf(stderr, "smooth: there is no OpenCL device\n");
    exit(EXIT_FAILURE);
}

/* Builds one of the embedded sources, and gives the kernel of that name in it. */
static cl_kernel build(cl_context context, cl_device_id device, const char *text, size_t length, const char *name)
{
    cl_int status;
    cl_kernel kernel;
    cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &status);

    check(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
        static char log[65536];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fprintf(stderr, "smooth: %s does not build:\n%s\n", name, log);
        exit(EXIT_FAILURE);
    }
    kernel = clCreateKernel(program, name, &status);
    check(status, name);
    check(clReleaseProgram(program), "clReleaseProgram");
    return kernel;
}

int main(void)
{
    static cl_int in[COUNT + WINDOW - 1];
    static cl_int out[COUNT];
    const size_t count = COUNT;
    const size_t groups = COUNT / EACH;
    const cl_int factor = FACTOR;
    const cl_int each = EACH;
    cl_int status;
    int i;

    cl_device_id device = first_device();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    cl_command_queue queue;
    cl_kernel moving_sum, scale;
    cl_mem in_buffer, out_buffer;

    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    moving_sum = build(context, device, moving_sum_cl, moving_sum_cl_length, "moving_sum");
    scale = build(context, device, scale_cl, scale_cl_length, "scale");

    for (i = 0; i < COUNT + WINDOW - 1; i++)
        in[i] = i * i;
    in_buffer = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof in, in, &status);
    check(status, "clCreateBuffer");
    out_buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, NULL, &status);
    check(status, "clCreateBuffer");

    check(clSetKernelArg(moving_sum, 0, sizeof in_buffer, &in_buffer), "clSetKernelArg");
    check(clSetKernelArg(moving_sum, 1, sizeof out_buffer, &out_buffer), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, moving_sum, 1, NULL, &count, NULL, 0, NULL, NULL), "moving_sum");
    check(clSetKernelArg(scale, 0, sizeof out_buffer, &out_buffer), "clSetKernelArg");
    check(clSetKernelArg(scale, 1, sizeof factor, &factor), "clSetKernelArg");
    check(clSetKernelArg(scale, 2, sizeof each, &each), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, scale, 1, NULL, &groups, NULL, 0, NULL, NULL), "scale");
    check(clEnqueueReadBuffer(queue, out_buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "clEnqueueReadBuffer");

    for (i = 0; i < COUNT; i++) {
        int expected = 0;
        int j;
        for (j = 0; j < WINDOW; j++)
            expected += in[i + j];
        expected *= FACTOR;
        if (out[i] != expected) {
            fprintf(stderr, "smooth: item %d is %d and should be %d\n", i, (int)out[i], expected);
            return EXIT_FAILURE;
        }
    }
    printf("%d sums of %d are right\n", COUNT, WINDOW);

    clReleaseMemObject(in_buffer);
    clReleaseMemObject(out_buffer);
    clReleaseKernel(moving_sum);
    clReleaseKernel(scale);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return EXIT_SUCCESS;
}

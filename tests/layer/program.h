/* What the programs for the tests of the layer have in common. A status that is not expected ends a program, and is printed. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static cl_context context;

static inline void check(cl_int status, const char *what) {
    if (status != CL_SUCCESS) {
        printf("%s: %d\n", what, status);
        exit(1);
    }
}

static inline cl_program program_of(const char *source) {
    cl_int status;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    return program;
}

/* Builds a program for all devices. */
static inline cl_program build_of(cl_program program, const char *options) {
    check(clBuildProgram(program, 0, NULL, options, NULL, NULL), "clBuildProgram");
    return program;
}

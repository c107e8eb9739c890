// Products of two matrices by CLBlast, from its interface for C, compared with the sums that this program makes itself.
//
// Without arguments, it makes one small product. With SIZE and RUNS, it makes RUNS products of square matrices, and prints the median
// time of one product. The last line is a hash of the result.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <clblast_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_RUNS = 100, MOST_SIZE = 4096 };

// Small whole numbers: sums are exact in any order.
static float *filled(int count, unsigned state) {
    float *numbers = malloc(count * sizeof *numbers);
    for (int i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (float)(state >> 28) - 8;
    }
    return numbers;
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

static int by_value(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **words) {
    int m = 64, n = 64, k = 48, runs = 1;
    if (count == 3) {
        m = n = k = atoi(words[1]);
        runs = atoi(words[2]);
    }
    if ((count != 1 && count != 3) || m < 1 || m > MOST_SIZE || runs < 1 || runs > MOST_RUNS) {
        puts("usage: gemm [SIZE RUNS]");
        return 2;
    }
    float *a = filled(m * k, 1), *b = filled(k * n, 2), *c = calloc(m * n, sizeof *c), *expected = calloc(m * n, sizeof *c);
    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) {
        puts("no device");
        return 2;
    }
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem on_device[] = {clCreateBuffer(context, flags, m * k * sizeof *a, a, NULL),
                          clCreateBuffer(context, flags, k * n * sizeof *b, b, NULL),
                          clCreateBuffer(context, flags, m * n * sizeof *c, c, NULL)};
    double times[MOST_RUNS];
    // The first product builds the kernels. It is not timed.
    for (int run = -(runs > 1); run < runs; run++) {
        double begin = milliseconds();
        CLBlastStatusCode status =
            CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, m, n, k, 1, on_device[0], 0, k,
                         on_device[1], 0, n, 0, on_device[2], 0, n, &queue, NULL);
        if (status) {
            printf("CLBlast says %d\n", status);
            return 1;
        }
        clFinish(queue);
        if (run >= 0) times[run] = milliseconds() - begin;
    }
    clEnqueueReadBuffer(queue, on_device[2], CL_TRUE, 0, m * n * sizeof *c, c, 0, NULL, NULL);
    for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
            for (int j = 0; j < n; j++) expected[i * n + j] += a[i * k + l] * b[l * n + j];
    unsigned long hash = 0;
    for (int i = 0; i < m * n; i++) {
        if (expected[i] != c[i]) {
            printf("row %d, column %d: %g instead of %g\n", i / n, i % n, c[i], expected[i]);
            return 1;
        }
        unsigned bits;
        memcpy(&bits, &c[i], sizeof bits);
        hash = hash * 1000003 + bits;
    }
    if (runs > 1) {
        qsort(times, runs, sizeof *times, by_value);
        printf("product: %.4f ms\n", times[runs / 2]);
    }
    printf("all results: %lx\n", hash);
    for (int i = 0; i < 3; i++) clReleaseMemObject(on_device[i]);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(a), free(b), free(c), free(expected);
    return 0;
}

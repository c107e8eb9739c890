// A product of two matrices by CLBlast, from its interface for C, compared with the sums that this program makes itself.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <clblast_c.h>
#include <stdio.h>
#include <string.h>

enum { M = 64, N = 64, K = 48 };

static float a[M * K], b[K * N], c[M * N];

// Small whole numbers: sums are exact in any order.
static void fill(float *numbers, int count, unsigned state) {
    for (int i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = (float)(state >> 28) - 8;
    }
}

static cl_mem buffer(cl_context context, size_t size, float *from) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, from, NULL);
}

int main(void) {
    fill(a, M * K, 1);
    fill(b, K * N, 2);
    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) {
        puts("no device");
        return 2;
    }
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem on_device[] = {buffer(context, sizeof a, a), buffer(context, sizeof b, b), buffer(context, sizeof c, c)};
    cl_event done = NULL;
    CLBlastStatusCode status =
        CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, M, N, K, 1, on_device[0], 0, K,
                     on_device[1], 0, N, 0, on_device[2], 0, N, &queue, &done);
    if (status) {
        printf("CLBlast says %d\n", status);
        return 1;
    }
    clWaitForEvents(1, &done);
    clEnqueueReadBuffer(queue, on_device[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL);
    unsigned long hash = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += a[i * K + k] * b[k * N + j];
            if (sum != c[i * N + j]) {
                printf("row %d, column %d: %g instead of %g\n", i, j, c[i * N + j], sum);
                return 1;
            }
            unsigned bits;
            memcpy(&bits, &sum, sizeof bits);
            hash = hash * 1000003 + bits;
        }
    printf("all results: %lx\n", hash);
    clReleaseEvent(done);
    for (int i = 0; i < 3; i++) clReleaseMemObject(on_device[i]);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}

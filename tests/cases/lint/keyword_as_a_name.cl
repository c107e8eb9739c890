// `kernel` as a name, and as the keyword that it is.
//@ lint
//@ select keyword-as-name
//@ norun compilers take the keyword for no name

#define KERNEL __kernel
#define ENTRY(name) kernel void name
#define DECLARE(words, name) words void name(void)
#define WEIGHT(kernel, at) (kernel)[at]
#ifndef __OPENCL_VERSION__
#define __kernel
#endif

DECLARE(kernel, declared);
DECLARE(__attribute__((noinline)) __kernel, too);

struct filter {
    float kernel[9];
    int size;
};

float convolve(__constant float *kernel, const struct filter *f, size_t n)
{
    float4 sum = 0;
    for (int i = 0; i < 9; i++)
        sum += kernel[i] * f->kernel[i];
    return sum.x * n;
}

kernel void a(global float *out) { out[0] = 1; }
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void b(global float *out)
{
    float kernel = 2;
    out[0] = kernel;
}
kernel
void c(global float *out) { out[0] = 3; }
KERNEL void d(global float *out) { out[0] = 4; }
ENTRY(e)(global float *out) { out[0] = 5; }

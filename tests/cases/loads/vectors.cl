// Vectors that `vload` loads and `vstore` stores: each is a row of elements.

//@ run sizes=0,1,2,3,4,5,8,17

__kernel void alike(__global int *a, __global float *f, int n)
{
    __global int *own = a + get_global_id(0) * 256;
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore4(vload4(i, own) * 3 + i, i, own);
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore3(vload3(i + 1, own) * 3 + vload3(i, own), i, own);
    #pragma unroll 2
    for (uint i = 0; i < n; i++) vstore2(vload2(0, own + 2 * i) + vload2(0, &own[2 * i]).yx, 0, own + 2 * i);
    __global float *line = f + get_global_id(0) * 256;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        const float8 both = vload8(i, line);
        vstore4(both.lo + both.hi, 2 * i + 1, line);
    }
}

// The vectors of one copy and the next overlap, or elements are in a vector that was stored.
__kernel void overlapping(__global int *a, int n)
{
    __global int *own = a + get_global_id(0) * 256;
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore4(vload4(i, own) * 3 + i, i, own + 1);
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore4(vload4(0, own + i) * 3 + i, 0, own + i);
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore4((int4)(vload2(i, own), i, 3), i, own + 4);
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore2((int2)(own[2 * i], own[2 * i + 1]) * 5, i, own + 3);
    #pragma unroll 4
    for (int i = 0; i < n; i++) own[4 * i + 7] = vload4(i, own).w + own[4 * i + 2];
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        vstore2((int2)(i, 7), 2 * i, own);
        own[4 * i + 2] = vload4(i, own).y;
    }
}

// Vectors that do not meet those of the next copies, and elements between them.
__kernel void apart(__global int *a, int n)
{
    __global int *own = a + get_global_id(0) * 256;
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore2(vload2(2 * i + 1, own) * own[4 * i + 2], 2 * i, own);
    #pragma unroll 4
    for (int i = 0; i < n; i++) own[4 * i + 3] = vload3(0, own + 4 * i).z + vload2(2 * i, own).x;
}

// No constant can be declared for a half, and a macro makes another vector of the type's name.
__kernel void halves(__global half *h, __global uint *u, int n)
{
    __global half *own = h + get_global_id(0) * 256;
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore_half4(vload_half4(i, own) * 0.5f, i, own);
    __global uint *line = u + get_global_id(0) * 256;
#define uint4 ushort4
    #pragma unroll 4
    for (int i = 0; i < n; i++) vstore4(vload4(i, line) * 3, i, line);
#undef uint4
}

__kernel void jammed(__global const int *restrict a, __global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 256;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < n; k++) vstore4(vload4(k, a) + vload4(r, own) * 3, r, own);
    // The rows overlap.
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < n; k++) vstore4(vload4(k, a) + vload4(r, own) * 3, r, own + k);
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < n; k++) vstore4(vload4(k, a) + vload4(0, own + 3 * r) * 3, 0, own + 3 * r);
    #pragma unroll_and_jam 2
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 3; k++) vstore2(vload2(k, a + r) + own[r * 8 + 6], r * 4 + k, own);
}

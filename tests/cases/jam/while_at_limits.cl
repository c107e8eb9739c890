// Inner `while` loops at the limits of their types, with bounds and first values in odd places, and whose rows meet.

//@ run sizes=0,1,2,3,5,8,9

typedef int number;
#define COUNT 6
int act(int x) { return x * x + 1; }
// ends near the largest value, small types, unsigned ones that step over the bound
__kernel void edges(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r, k = 2147483644;
        while (k < 2147483647) { sum = sum * 3 + a[r] + k; k++; }
        own[r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        uchar k = 250;
        while (k > 3) { sum = sum * 3 + a[r] + k; k += 3; }
        own[8 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        uint k = 0xfffffff0u;
        while (k != 4u) { sum = sum * 3 + a[r] + k; k += 2u; }
        own[16 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        char k = (char)300;
        while (k < 50) { sum = sum * 3 + a[r] + k; k++; }
        own[24 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        long k = -3L;
        while (k <= (long)n) { sum = sum * 3 + a[r] + (int)k; k = 2 + k; }
        own[32 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        number sum = r, sum_0 = 3, k_0 = 2;
        number k = 0;
        while (COUNT > k) { int n = k + sum_0; sum = sum * 3 + a[r] + n * k_0; ++k; }
        own[40 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        int t[2] = {r, 1}, k = 0, u = (act(r));
        while (k < n) { t[k & 1] += a[k] + u; sum ^= t[0]; k++; }
        own[48 + r] = sum + t[1];
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        volatile int k = 0;
        while (k < n) { sum = sum * 3 + a[r + k]; k++; }
        own[56 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        int m = n;
        int k = 0;
        while (k < m) { sum = sum * 3 + a[r + k]; k++; }
        own[64 + r] = sum;
    }
    int bound = n;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        int k = 0;
        while (k < bound) { sum = sum * 3 + a[r + k]; k++; }
        bound = 3;
        own[72 + r] = sum;
    }
    int z;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        z = 0; int y = z + 1;
        while (z < n) { sum = sum * 3 + a[r + z] + y; z++; }
        own[80 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r;
        { z = 0; }
        while (z < n) { sum = sum * 3 + a[r + z]; z++; }
        own[88 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = r, i = 0;
        while (i < 3) {
            int j = i;
            while (j < n) { own[96 + r * 3 + i] = j + a[j] * r + sum; j += 2; }
            sum += i;
            i++;
        }
    }
}
// overlapping rows: the order matters
__kernel void meet(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 128;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int k = 0;
        while (k < 7) { own[r + k] = own[r + k + 1] * 3 + a[k]; k++; }
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int k = 3;
        while (k < 10) { own[30 + r + 2 * k] = own[30 + r + k] * 3 + a[k]; k += 1; }
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 6; r++) {
        int k = 0;
        while (k < n) { own[60 + r * 8 + k] = own[60 + r * 8 + k + 1] * 3 + a[k]; k++; }
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int k = 6, j = 0;
        while (k > 0) { own[k] = own[k - 1] + a[r]; k--; }
        while (j < 5) { own[j + 20] += own[j + r + 1]; j++; }
    }
}

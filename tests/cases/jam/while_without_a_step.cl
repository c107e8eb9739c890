// Inner `while` loops that the copies of a jam cannot share: each nest is left as written.

//@ run sizes=0,1,2,3,5,8,9

// A `continue` passes by the step, the step is not the last statement, and the value is used after the loop.
__kernel void in_the_loop(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0, left = 40;
        while (k < n) {
            if (left-- > 0 && a[k] & 1) { k += (a[k] >> 1) & 1; k++; continue; }
            sum = sum * 3 + a[r + k];
            k++;
        }
        c[get_global_id(0) * 144 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0, left = 5;
        while (k < n) {
            if (left-- > 0 && (r & 1)) continue;
            sum = sum * 3 + a[r + k];
            k++;
        }
        c[get_global_id(0) * 144 + 16 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0;
        while (k < n) {
            k++;
            sum = sum * 3 + a[r + k];
        }
        c[get_global_id(0) * 144 + 32 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0;
        while (k < n) {
            sum = sum * 3 + a[r + k];
            k++;
        }
        c[get_global_id(0) * 144 + 48 + r] = sum + k;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0;
        while (k < n) {
            sum = sum * 3 + a[r + k];
            if (sum & 1) k++;
            k++;
        }
        c[get_global_id(0) * 144 + 64 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0;
        while (k < n && a[k] != r) {
            sum = sum * 3 + a[r + k];
            k++;
        }
        c[get_global_id(0) * 144 + 80 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0, s = 1;
        while (k < 9) {
            sum = sum * 3 + a[r + k];
            k += s + (n > 3);
        }
        c[get_global_id(0) * 144 + 96 + r] = sum;
    }
}

// The first value differs between rows, is under a condition, is used before the loop, or is that of the loop before.
__kernel void first_values(__global int *restrict c, __global const int *restrict a, int n)
{
    int k = 0;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r;
        k = r;
        while (k < n) { sum = sum * 3 + a[r + k]; k++; }
        c[get_global_id(0) * 144 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r;
        k = a[r] & 3;
        while (k < n) { sum = sum * 3 + a[r + k]; k++; }
        c[get_global_id(0) * 144 + 16 + r] = sum;
    }
    k = 1;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r;
        if (r & 1) k = 0;
        while (k < n) { sum = sum * 3 + a[r + k]; k++; }
        c[get_global_id(0) * 144 + 32 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, j = 0, first = j + r;
        while (j < n) { sum = sum * 3 + a[r + j] + first; j++; }
        c[get_global_id(0) * 144 + 48 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, j = 0;
        while (j < 3) { sum = sum * 3 + a[r + j]; j++; }
        while (j < n) { sum = sum * 5 + a[r + j]; j++; }
        c[get_global_id(0) * 144 + 64 + r] = sum;
    }
    k = 0;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r;
        while (k < n) { sum = sum * 3 + a[r + k]; k++; }
        c[get_global_id(0) * 144 + 80 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r;
        k = 0;
        sum += k++;
        while (k < n) { sum = sum * 3 + a[r + k]; k++; }
        c[get_global_id(0) * 144 + 96 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, t = 0;
        k = t = 2;
        while (k < n) { sum = sum * 3 + a[r + k]; k++; }
        c[get_global_id(0) * 144 + 112 + r] = sum + t;
    }
    // The header initialises another variable.
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, i, j = 0;
        for (i = r; j < n; j++) sum = sum * 3 + a[r + j] + i;
        c[get_global_id(0) * 144 + 128 + r] = sum;
    }
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, j = 0;
        for (int i = r; j < n; j++) sum = sum * 3 + a[r + j] + i;
        c[get_global_id(0) * 144 + 128 + r] ^= sum;
    }
}

// Inner loops that are `while` with a step, or have their first value before the loop: the copies share their counters.

//@ run sizes=0,1,2,3,5,8,9
//@ expect CLU102

#define NEXT(k) (k)++
#define START 1

__kernel void in_the_body(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r;
        int k = 0; // the first column
        while (k < n) {
            sum = sum * 3 + a[r + k];
            k++;
        }
        c[get_global_id(0) * 16 + r] = sum;
    }
}

// Declared with others, assigned, with another step, after the loop before, and the body is the step alone.
__kernel void other_first_values(__global int *restrict c, __global const int *restrict a, int n)
{
    int l = 5, m;
    #pragma unroll_and_jam 3
    for (int r = 0; r < 7; r++) {
        int sum = (r), k = (0), j = (START), t = (2);
        m = 9;
        while (j < n + 1) { const int x = a[j]; sum = sum * 3 + x; j += 2; /* the next but one */ }
        while (k < 3) {
            int product = a[k + r];
            // Once for each copy.
            sum = sum * 5 + product * t;
            k = k + 1;
        }
        l = n;
        while (0 < l) {
            t ^= a[l & 7] + r;
            --l;
        }
        while (m > 2)
            m -= 3;
        m = -2;
        for (; m < 3; m++) sum += a[m + 2] * t;
        c[get_global_id(0) * 16 + r] = sum;
    }
    c[get_global_id(0) * 16 + 10] = l * 16 + m;
}

// Three levels: the middle loop is one too, and the first value of the inner one is its counter.
__kernel void deeper(__global int *restrict c, __global const int *restrict a, int n)
{
    int k;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        int sum = 1;
        int j = 0;
        while (j < 3) {
            sum += j;
            k = j;
            while (k <= n) {
                if (a[k & 15] & 1) sum = sum * 3 + r;
                else sum ^= a[r + k];
                ++k;
            }
            sum *= 7;
            j++;
        }
        for (int x = 0; x < 2; x++) {
            k = 3;
            while (k != 0) { sum = sum * 5 + a[k * x + r]; k--; }
        }
        c[get_global_id(0) * 16 + r] = sum;
    }
}

// Requests inside, and a step that a macro makes.
__kernel void requests(__global int *restrict c, __global const int *restrict a, int n)
{
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int sum = r, k = 0;
        #pragma unroll 4
        while (k < n) {
            int product = a[r + k] * k;
            sum = sum * 3 + product;
            k++;
        }
        k = 2;
        #pragma unroll
        while (k < 5) {
            sum = sum * 3 + a[r + k];
            k++;
        }
        k = 0;
        while (k < n) {
            sum ^= k + r;
            NEXT(k);
        }
        c[get_global_id(0) * 16 + r] = sum;
    }
}

__kernel void jam_inside(__global int *restrict c, __global const int *restrict a, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    #pragma unroll_and_jam 2
    for (int r = 0; r < 5; r++) {
        #pragma unroll_and_jam 2
        for (int x = 0; x < 5; x++) {
            uint k = 0u, sum = r * 5 + x;
            while (k < (uint)n) {
                sum = sum * 3 + a[r + k] * a[k + x];
                k++;
            }
            own[r * 5 + x] = sum;
        }
    }
}

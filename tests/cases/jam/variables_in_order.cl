// Variables from outside a nest that it writes: only beside the inner loop, so that the copies keep the order of their writes.

//@ run sizes=0,1,2,3,5,8,9

__kernel void sum_after(__global int *restrict c, __global const int *restrict a, int n)
{
    int s = 1;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        for (int k = 0; k < 5; k++) t = t * 3 + a[r * 5 + k];
        s = s * 31 + t;
    }
    c[get_global_id(0)] = s;
}

// A sum of floats keeps its order too, and so does a value that only some iterations write.
__kernel void floats(__global float *restrict c, __global const float *restrict a, int n)
{
    float s = 0.1f, last = 0.0f;
    float2 both = (float2)(1.0f, 2.0f);
    #pragma unroll_and_jam 4
    for (int r = 0; r < n; r++) {
        float t = 1.0f;
        both.x += r * 1.5f;
        for (int k = 0; k < n; k++) t = t * 0.3f + a[r + k];
        s += t;
        if (t > 1.0f) last = t - s;
    }
    c[get_global_id(0) * 4] = s;
    c[get_global_id(0) * 4 + 1] = last;
    c[get_global_id(0) * 4 + 2] = both.x + both.y;
}

// In the order of the text before and after the loop, each variable by itself.
__kernel void before_and_after(__global int *restrict c, __global const int *restrict a, int n)
{
    int before = 1, after = 2;
    #pragma unroll_and_jam 3
    for (int r = 0; r < n; r++) {
        before = before * 5 + r;
        int t = before;
        for (int k = 0; k < 4; k++) t = t * 3 + a[r + k];
        after ^= t;
        after *= 7;
    }
    c[get_global_id(0)] = before + after;
}

// Each iteration would read what a later one has written.
__kernel void read_inside(__global int *restrict c, __global const int *restrict a, int n)
{
    int s = 1;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 1;
        s = s * 5 + r;
        for (int k = 0; k < 4; k++) t = t * s + a[r + k];
        c[get_global_id(0) * 16 + r] = t;
    }
}

__kernel void read_before(__global int *restrict c, __global const int *restrict a, int n)
{
    int s = 1;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = s;
        for (int k = 0; k < 4; k++) t = t * 3 + a[r + k];
        s = t;
    }
    c[get_global_id(0)] = s;
}

__kernel void written_inside(__global int *restrict c, __global const int *restrict a, int n)
{
    int s = 1;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 4; k++) s = s * 3 + a[r + k];
    c[get_global_id(0)] = s;
}

// The middle loop of three: its iterations would come before those of an earlier row.
__kernel void in_the_middle(__global int *restrict c, __global const int *restrict a, int n)
{
    int s = 1;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++)
        for (int j = 0; j < 3; j++) {
            int t = 0;
            for (int k = 0; k < 4; k++) t = t * 3 + a[r + k + j];
            s = s * 31 + t;
        }
    c[get_global_id(0)] = s;
}

// No promise about memory is one about a variable.
__kernel void promised(__global int *c, __global const int *a, int n)
{
    int s = 1;
    #pragma clunroll independent
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 4; k++) s = s * 3 + a[r + k];
    c[get_global_id(0)] = s;
}

// A subscript that is such a variable is any element.
__kernel void as_a_subscript(__global int *restrict c, int n)
{
    __global int *own = c + get_global_id(0) * 64;
    int at = 0;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        for (int k = 0; k < 3; k++) own[r + k] += r;
        own[at] = own[at] * 3 + r;
        at++;
    }
}

// A pointer that moves is no value.
__kernel void pointer(__global int *restrict c, __global const int *restrict a, int n)
{
    __global const int *row = a;
    #pragma unroll_and_jam 2
    for (int r = 0; r < n; r++) {
        int t = 0;
        for (int k = 0; k < 3; k++) t = t * 3 + row[k];
        c[get_global_id(0) * 16 + r] = t;
        row += 1;
    }
}

// Nests whose lines begin in the first column: a `#line` may come directly before the first copy.

//@ run sizes=0,1,3,4

__kernel void margin(__global const int *in, __global int *out, int n)
{
#pragma unroll
for (int i = 0; i < 2; i++)
#pragma unroll
for (int j = 0; j < 2; j++)
out[i * 2 + j] = in[i * 2 + j] + n;
}

__kernel void splices(__global const int *in, __global uint *out, int n)
{
uint hash = n, x = 1;
#pragma unroll
for (int i = 0; i < 2; i++)
#pragma unroll
for (int j = 0; j < 2; j++)
hash = hash * 31u + in[i\
+ j\
* 2];
#pragma unroll
for (int i = 0; i < 2; i++) {
#pragma unroll
for (int j = 0; j < 3; j++) {
hash = hash * 31u + i\
+j;
}
x \
+= in[i];
}
#pragma unroll_and_jam 2
for (int r = 0; r < 4; r++) {
uint s = r;
for (int k = 0; k < 3; k++)\
s = s * 3 + in[k\
+ r];
hash += \
s;
}
#pragma unroll_and_jam 2
for (int r = 0; r < 4; r++)
for (int k = 0; k < 3; k++)
out[r * 3 + k + 1] = in[r\
+k];
out[0] = hash + x;
}

// Kernels with requests, for arrays.py and sizes.py.
#pragma OPENCL FP_CONTRACT OFF
#ifndef TILE
#define TILE 4
#endif
kernel void multiply(global const float *a, global const float *b, global float *c, int n, int k) {
  const int row = get_global_id(0), column = get_global_id(1);
  float sum = 0;
  #pragma unroll TILE
  for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
kernel void median(global const uchar *in, global uchar *out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) { out[y * width + x] = in[y * width + x]; return; }
  uchar v[9];
  #pragma unroll
  for (int dy = -1; dy <= 1; dy++)
    #pragma unroll
    for (int dx = -1; dx <= 1; dx++) v[(dy + 1) * 3 + dx + 1] = in[(y + dy) * width + x + dx];
  #pragma unroll 2
  for (int i = 0; i < 5; i++)
    for (int j = i + 1; j < 9; j++)
      if (v[j] < v[i]) { uchar t = v[i]; v[i] = v[j]; v[j] = t; }
  out[y * width + x] = v[4];
}
kernel void escape(global const float2 *points, global int *steps, int most) {
  const int id = get_global_id(0);
  const float2 c = points[id];
  float2 z = 0;
  int count = 0;
  #pragma unroll 8
  for (int i = 0; i < most; i++) {
    if (dot(z, z) > 4.0f) break;
    z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    count++;
  }
  steps[id] = count;
}

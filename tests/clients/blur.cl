// For ffmpeg's program_opencl: a filter with requests.
kernel void blur(write_only image2d_t out, unsigned int index, read_only image2d_t in) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
#pragma unroll
  for (int y = -2; y <= 2; y++)
#pragma unroll 2
    for (int x = -2; x <= 2; x++) sum += read_imagef(in, nearest, at + (int2)(x, y));
  write_imagef(out, at, sum / 25);
}

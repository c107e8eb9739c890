
// =================================================================================================
// A file in the style of CLBlast: "kernels" as a raw string that the host program includes; don't
// take this apostrophe for the beginning of anything.
//
//@ raw
//@ build -DWPT=5
// =================================================================================================

// Enables loading of this file using the C++ pre-processor's #include (C++11 standard raw string
// literal). Comment-out this line for syntax-highlighting when developing.
R"(

// Parameters set by the tuner or by the database
#ifndef WPT
  #define WPT 4     // The amount of work-per-thread
#endif
#define VW 2

// The vectorised multiply-add function
inline float MultiplyAddVector(float cvec, const float aval, const float bval) {
  cvec += aval * bval;
  return cvec;
}

// =================================================================================================

// Full version of the kernel with offsets and strided accesses
__kernel void Xaxpy(const int n, const float alpha,
                    const __global float* restrict xgm, __global float* ygm) {
  const int id = get_global_id(0);
  #pragma unroll
  for (int _w = 0; _w < WPT; _w += 1) {
    #pragma unroll
    for (int _v = 0; _v < VW; _v += 1) {
      const int index = ((_w * VW + _v) * 8 + id) & 4095;
      ygm[index] = MultiplyAddVector(ygm[index], alpha, xgm[index]);
    }
  }
}

// =================================================================================================

// End of the C++11 raw string literal
)"

// =================================================================================================

//@ run sizes=0,1,2,3,4,5,6,7,8,9,15,17
// Names that are taken, bounds of other forms, and other places of a nest that is written in versions.
#define MIX(x) (hash = hash * 31 + (uint)(x))
#define LEN(k) (k)
#define WITHN n
kernel void a(global const int *in, global int *out, int n, int m) {
  uint hash = 1;
  // shadowed bound name
  for (int r = 0; r < 3; r++) {
    int c_end = r, c_base = 2; 
    #pragma clunroll remainder(versions)
    #pragma unroll 3
    for (int c = 0; c < WITHN; c++) { int n = c; MIX(n + c_end + c_base + WITHN); }
  }
  { int n = m;
    for (int r = 0; r < 3; r++) {
      #pragma clunroll remainder(versions)
      #pragma unroll 3
      for (int c = 0; c < WITHN; c++) MIX(c);
    }
  }
  // comma in for header of outer, empty bodies
  for (int r = 0, s = 3; r < 3; r++, s--) {
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int c = 0; c < LEN(n); c++) ;
    MIX(s);
  }
  // for in one line
  for (int r = 0; r < 2; r++) { for (int q = 0; q < 2; q++) {
#pragma clunroll remainder(versions)
#pragma unroll 2
 for (int c = 0; c < n; c++) MIX(c); } } MIX(7); // tail
  // do without braces
  int t = 2;
  do
    for (int r = 0; r < 2; r++)
      #pragma clunroll remainder(versions)
      #pragma unroll 2
      for (int c = 0; c < n; c++) MIX(c);
  while (t--);
  // conditional operator bound
  for (int r = 0; r < 2; r++)
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int c = 0; c < (n > 3 ? n : m); c++) MIX(c);
  for (int r = 0; r < 2; r++)
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int c = 0; c < min(n, 7); c++) MIX(c);
  for (int r = 0; r < 2; r++)
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (int c = max(n, -3); c < min(n, 7) ; c++) MIX(c);
  for (int r = 0; r < 2; r++)
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (short c = 0; c < (short)n; c++) MIX(c);
  for (int r = 0; r < 2; r++)
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (uchar c = 0; c != (uchar)n; c++) MIX(c);
  for (int r = 0; r < 2; r++)
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (size_t c = 0; c < get_global_size(0); c++) MIX(c);
  for (size_t r = get_local_id(0); r < 9; r += get_local_size(0))
    #pragma clunroll remainder(versions)
    #pragma unroll 2
    for (size_t c = get_local_id(0); c < n + 5; c++) MIX(c);
  out[get_global_id(0)] = hash;
}
kernel void while_true(global const int *in, global int *out, int n) {
  uint hash = 1; int k = 0;
  for (;;) {
    #pragma clunroll remainder(versions)
    #pragma unroll 3
    for (int c = 0; c < n; c++) { MIX(c); if (k == 2 && c == 4) { out[get_global_id(0)] = hash; return; } }
    if (++k > 3) break;
  }
  out[get_global_id(0)] = hash;
}

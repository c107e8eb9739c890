/* What OpenCL C has and C has not. The functions are overloaded by the type of their first argument, and where all arguments must
 * have one type, a call with others does not compile. */
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned uint; typedef unsigned long ulong;
typedef long ptrdiff_t; typedef unsigned long size_t;
#define __kernel
#define __global
#define __private
#define __constant static const
#define __attribute__(list)
#define INT_MAX 2147483647
#define get_local_size(dimension) ((ulong)4)
#define get_local_id(dimension) ((ulong)0)
#define printf(...) ((void)0)
#define mad24(a, b, c) ((a) * (b) + (c))

/* Vectors: only their parts are used. */
typedef struct { uint x, y; } uint2; typedef struct { uint x, y, z; } uint3; typedef struct { uint x, y, z, w; } uint4;
static inline uint2 vload2(size_t n, const uint *p) { p += n * 2; return (uint2){ p[0], p[1] }; }
static inline uint3 vload3(size_t n, const uint *p) { p += n * 3; return (uint3){ p[0], p[1], p[2] }; }
static inline uint4 vload4(size_t n, const uint *p) { p += n * 4; return (uint4){ p[0], p[1], p[2], p[3] }; }
static inline void vstore2(uint2 v, size_t n, uint *p) { p += n * 2; p[0] = v.x; p[1] = v.y; }
static inline void vstore3(uint3 v, size_t n, uint *p) { p += n * 3; p[0] = v.x; p[1] = v.y; p[2] = v.z; }
static inline void vstore4(uint4 v, size_t n, uint *p) { p += n * 4; p[0] = v.x; p[1] = v.y; p[2] = v.z; p[3] = v.w; }

#define FUNCTIONS_OF(T, U, BITS) \
    static inline T clz_##T(T x) { U v = x; int n = 0; while (n < BITS && !(v >> (BITS - 1 - n) & 1)) n++; return n; } \
    static inline T popcount_##T(T x) { U v = x; int n = 0; for (; v; v >>= 1) n += v & 1; return n; } \
    static inline U abs_##T(T x) { return x < 0 ? (U)((U)0 - (U)x) : (U)x; } \
    static inline T rotate_##T(T x, T y, int ok) \
        { U v = x; int b = y & (BITS - 1); return b ? (U)((U)(v << b) | (v >> (BITS - b))) : v; } \
    static inline U abs_diff_##T(T x, T y, int ok) { return x > y ? (U)((U)x - (U)y) : (U)((U)y - (U)x); } \
    static inline T min_##T(T x, T y, int ok) { return x < y ? x : y; } \
    static inline T max_##T(T x, T y, int ok) { return x > y ? x : y; } \
    static inline T hadd_##T(T x, T y, int ok) { return (x >> 1) + (y >> 1) + (x & y & 1); } \
    static inline T clamp_##T(T x, T y, T z, int ok) { return x < y ? y : x > z ? z : x; }
FUNCTIONS_OF(char, uchar, 8) FUNCTIONS_OF(uchar, uchar, 8) FUNCTIONS_OF(short, ushort, 16) FUNCTIONS_OF(ushort, ushort, 16)
FUNCTIONS_OF(int, uint, 32) FUNCTIONS_OF(uint, uint, 32) FUNCTIONS_OF(long, ulong, 64) FUNCTIONS_OF(ulong, ulong, 64)

#define OVERLOADED(name, x) \
    _Generic((x), char: name##_char, uchar: name##_uchar, short: name##_short, ushort: name##_ushort, \
             int: name##_int, uint: name##_uint, long: name##_long, ulong: name##_ulong)
/* 0, and no C where the types differ. */
#define ALIKE(x, y) (sizeof(char[__builtin_types_compatible_p(__typeof__(x), __typeof__(y)) ? 1 : -1]) - 1)
#define clz(x) OVERLOADED(clz, x)(x)
#define popcount(x) OVERLOADED(popcount, x)(x)
#define abs(x) OVERLOADED(abs, x)(x)
#define rotate(x, y) OVERLOADED(rotate, x)(x, y, ALIKE(x, y))
#define abs_diff(x, y) OVERLOADED(abs_diff, x)(x, y, ALIKE(x, y))
#define min(x, y) OVERLOADED(min, x)(x, y, ALIKE(x, y))
#define max(x, y) OVERLOADED(max, x)(x, y, ALIKE(x, y))
#define hadd(x, y) OVERLOADED(hadd, x)(x, y, ALIKE(x, y))
#define clamp(x, y, z) OVERLOADED(clamp, x)(x, y, z, ALIKE(x, y) + ALIKE(x, z))

// How each vendor asks for unrolling.
#ifndef VENDORS_H
#define VENDORS_H

#define PRAGMA_OF(x) _Pragma(#x)
#ifdef NO_UNROLLING
#define UNR
#define UNROLL_BY(n)
#else
#if defined(AMD)
#define UNR _Pragma("unroll 2")
#define UNROLL_BY(n) __attribute__((opencl_unroll_hint(n)))
#elif defined(NVIDIA)
#define UNR _Pragma("unroll 4")
#define UNROLL_BY(n) PRAGMA_OF(unroll n)
#else
#define UNR
#define UNROLL_BY(n)
#endif
#endif

#endif

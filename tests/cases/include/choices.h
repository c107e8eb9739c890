#ifdef FAST
#define HEADER_UNROLL _Pragma("unroll 2")
#define header_for _Pragma("unroll") for
#else
#define HEADER_UNROLL
#define header_for for
#endif

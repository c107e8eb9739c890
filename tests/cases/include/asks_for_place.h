#if __INCLUDE_LEVEL__ == 1
#define INSIDE_FOR _Pragma("unroll") for
#else
#define INSIDE_FOR hash++; for
#endif

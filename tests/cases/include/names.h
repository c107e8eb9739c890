#define INLINE_FUNC inline __attribute__((always_inline))
#define NOINLINE static
#define POINTER __global
#define real uint

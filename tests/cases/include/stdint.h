// A header of the standard.
typedef uint uint32_t;
typedef uchar uint8_t;
#define UINT8_MAX 255
#define UINT32_C(x) x##u

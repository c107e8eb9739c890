// A header of the standard, with a value that no other has.
#undef INT_MAX
#define INT_MAX 9
#define CHAR_BIT 8

#undef WIDTH
#define WIDTH 6
#define step_of(x) ((x) + 2)

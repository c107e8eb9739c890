#define LOCALS const int length = 5
#define HALVE length /= 2

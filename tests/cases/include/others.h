// Defines names that the file which includes this one leaves to it, and what its conditions ask for.
#ifndef OWN_LENGTH
#define LENGTH 6
#endif
#define AREA 5
#define FAST
#define twice(x) (x++ * 2)

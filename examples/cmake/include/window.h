/* How many neighbours are summed up: the kernels and the host include it. */
#define WINDOW 5

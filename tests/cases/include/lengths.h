#ifndef LENGTHS_H
#define LENGTHS_H
#undef LENGTH
#define LENGTH 4
#if LENGTH > 3
#define HALF 2
#endif
#ifdef WIDE
enum { COUNT = 4 };
#else
enum { COUNT = 7 };
#endif
constant int table[4] = { 3, 1, 4, 1 };
#endif

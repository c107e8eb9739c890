#include "lengths.h"
#undef LENGTH
#define LENGTH 9
#include "widths.h"

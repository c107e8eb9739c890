#ifndef TAPS_H
#define TAPS_H

#define TAPS 4

#endif

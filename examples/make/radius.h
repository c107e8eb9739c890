#define RADIUS 2

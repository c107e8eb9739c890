#define get_next(x) (x--)
#define get_out(x) if (x > 0) x += 7
#define get_tile(x) tile[x]
#define HALF_TILE other[1]

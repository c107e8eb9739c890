_Pragma("once")
#undef TRIPS
#define TRIPS 4

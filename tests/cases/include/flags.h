enum flags { FLAG_LOW = 2, FLAG_HIGH = 1u << 31 };

// A statement that clunroll cannot find: this file is missing for it.
#define BEGIN

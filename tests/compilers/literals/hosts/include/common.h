// What hosts of this folder include: text of which clunroll reads nothing.
#define COMMON "#define SKIP(c) if (c) break\n"
#define WITH_COMMON(text) COMMON text
static const char *common() { return COMMON; }

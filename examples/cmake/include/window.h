// How many neighbours are summed up. The kernel's comes by #include, and the host's by the same file.
#define WINDOW 5

// Carets point into the raw string.
//@ raw
//@ expect CLU001
const char *first = R"(
void f(__global int *a) {
    #pragma unroll -2
    for (int i = 0; i < 3; i++) a[i] = i;
}
)";
const char *second = R"(
void g(__global int *a, int n) {
    #pragma unroll 2
    for (int i = 0; i < n; i++) { if (a[i]) break; a[i] = i; }
}
)";

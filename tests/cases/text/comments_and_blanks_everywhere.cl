// Comments and white space wherever C allows them: in the pragma, between pragma and loop, in the header.

//@ run sizes=0,1,3,4,5,9

__kernel void trivia(__global const int *in, __global int *out, int n)
{
    uint hash = 1;
    # pragma unroll 4 // why
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i]; // after
    #pragma /* here */ unroll /* and here */ 4 /* and
        over two lines */
    for (int i = 0; i < n; i++) { /* nothing */ hash = hash * 31 + in[i]; /* more */ }
    #  pragma  unroll	4

    // A comment and an empty line stand between.

    for /* a */ ( /* b */ int /* c */ i /* d */ = /* e */ 0 /* f */ ; /* g */ i /* h */ < /* i */ n /* j */ ; /* k */
        i /* l */ ++ /* m */ ) /* n */ { // o
        hash = hash * 31 + in[i]; // p
    } // q
    /* before */ #pragma unroll
    for (int i = 0; // the start
         i < 3;     // the bound
         i++)       // the step
        hash = hash * 31 /* inside */ + in[i];
    #pragma unroll 4
    for(int i=0;i<n;i++)hash=hash*31+in[i];
	#pragma	unroll	4
	for	(int	i = 0; i < n; i++)
	{
		hash = hash * 31 + in[i];	// tabs
	}
    // #pragma unroll 4
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    /*
    #pragma unroll 4
    */
    for (int i = 0; i < n; i++) hash = hash * 31 + in[i];
    const __constant char *text = "#pragma unroll 4";
    out[get_global_id(0)] = hash + text[1];
}

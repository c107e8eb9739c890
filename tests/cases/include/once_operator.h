_Pragma("once")
a[i] += i + 1;

a[i] = a[i] * 3 + i;

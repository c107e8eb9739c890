#pragma once
out[i] += 1;

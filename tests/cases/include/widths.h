#pragma once
#undef WIDTH
#define WIDTH 4

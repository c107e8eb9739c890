#pragma once
#define TILE_WIDTH 5
#define TILE_HEIGHT 3

// The examples: kernels of the repository, with their options, and those of the gallery.
import gallery from "../../../../docs/gallery.md";
import convolution from "../../../../kernels/convolution.cl";
import matrixProduct from "../../../../kernels/matrix_product.cl";
import reduction from "../../../../kernels/reduction.cl";
import registerTile from "../../../../kernels/register_tile.cl";
import stencil from "../../../../kernels/stencil.cl";

export const groups = [
  {
    name: "Files",
    examples: [
      { name: "Convolution, bound from the host", source: convolution },
      { name: "Reduction in local memory", source: reduction, options: "-DN=16" },
      { name: "Matrix product", source: matrixProduct },
      { name: "Tile in registers", source: registerTile },
      { name: "Stencil", source: stencil },
    ],
  },
  { name: "Kernels of the gallery", examples: gallery },
];

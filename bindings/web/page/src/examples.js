// The examples: kernels of the repository, with their options.
import convolution from "../../../../kernels/convolution.cl";
import matrixProduct from "../../../../kernels/matrix_product.cl";
import nests from "../../../../kernels/nests.cl";
import polynomial from "../../../../kernels/polynomial.cl";
import reduction from "../../../../kernels/reduction.cl";
import registerTile from "../../../../kernels/register_tile.cl";
import stencil from "../../../../kernels/stencil.cl";
import waves from "../../../../kernels/waves.cl";

export const examples = [
  { name: "Convolution, bound from the host", source: convolution, options: "" },
  { name: "Reduction in local memory", source: reduction, options: "-DN=16" },
  { name: "Matrix product", source: matrixProduct, options: "" },
  { name: "Nests that share loads", source: nests, options: "" },
  { name: "Polynomial", source: polynomial, options: "" },
  { name: "Tile in registers", source: registerTile, options: "" },
  { name: "Stencil", source: stencil, options: "" },
  { name: "Waves", source: waves, options: "" },
];

import type { Graph } from './graph.ts';

const GROUPS = 32;
const HEAD = 64;

export const silu = ({ op }: Graph, x: string) => op('Mul', [x, op('Sigmoid', [x])]);

export function layerNorm({ op, weight }: Graph, x: string, width: number): string {
  return op('LayerNormalization', [x, weight([width], 0, 1), weight([width], 0)]);
}

/** The form that exporters use, since there was no operator for it before opset 18. */
export function groupNorm({ op, weight, numbers }: Graph, x: string, channels: number): string {
  const groups = op('Reshape', [x, numbers([0, GROUPS, -1])]);
  const normal = op('InstanceNormalization', [groups, weight([GROUPS], 0, 1), weight([GROUPS], 0)]);
  const back = op('Reshape', [normal, op('Shape', [x])]);
  const scaled = op('Mul', [back, weight([1, channels, 1, 1], 0, 1)]);
  return op('Add', [scaled, weight([1, channels, 1, 1], 0)]);
}

/** Multi-head attention of rows [1, n, width] to `others`; pass the same rows for self-attention. */
export function attention(
  graph: Graph,
  rows: string,
  others: string,
  { width, from, bias = false, mask }: { width: number; from: number; bias?: boolean; mask?: string },
): string {
  const { op, linear, numbers, constant } = graph;
  const heads = (x: string, perm: number[]) =>
    op('Transpose', [op('Reshape', [x, numbers([1, -1, width / HEAD, HEAD])])], { perm });
  const queries = heads(linear(rows, width, width, bias), [0, 2, 1, 3]);
  const keys = heads(linear(others, from, width, bias), [0, 2, 3, 1]);
  const values = heads(linear(others, from, width, bias), [0, 2, 1, 3]);
  const scores = op('Mul', [op('MatMul', [queries, keys]), constant(1 / Math.sqrt(HEAD))]);
  const shares = op('Softmax', [mask ? op('Add', [scores, mask]) : scores], { axis: 3 });
  const answers = op('Transpose', [op('MatMul', [shares, values])], { perm: [0, 2, 1, 3] });
  return linear(op('Reshape', [answers, numbers([1, -1, width])]), width, width);
}

/** x/2 · (1 + erf(x/√2)) */
export function gelu({ op, constant }: Graph, x: string): string {
  const bell = op('Add', [op('Erf', [op('Div', [x, constant(Math.SQRT2)])]), constant(1)]);
  return op('Mul', [op('Mul', [x, bell]), constant(0.5)]);
}

/** Writes ONNX graphs. ONNX uses protocol buffers; field numbers are from its onnx.proto. */
import { toHalf } from '../modules/worker/diffusion/core/float16.ts';

export const FLOAT = 1;
export const INT32 = 6;
export const INT64 = 7;
export const FLOAT16 = 10;

export type Part = Uint8Array;
type Attribute = number | string | readonly number[];

export function modelProto(
  nodes: Part[],
  initializers: Part[],
  inputs: Part[],
  outputs: Part[],
  opset = 14,
): Uint8Array {
  const graph = concat([
    ...nodes.map((one) => bytes(1, one)),
    text(2, 'tiny'),
    ...initializers.map((one) => bytes(5, one)),
    ...inputs.map((one) => bytes(11, one)),
    ...outputs.map((one) => bytes(12, one)),
  ]);
  return concat([varint(1, 8), bytes(7, graph), bytes(8, concat([text(1, ''), varint(2, opset)]))]);
}

/** Supports integers, lists of integers, and strings; the operators used here have no other attributes. */
export function node(
  operator: string,
  inputs: string[],
  output: string | readonly string[],
  attributes: Record<string, Attribute> = {},
): Part {
  const outputs = typeof output === 'string' ? [output] : output;
  return concat([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(3, `${operator}_${outputs[0]}`),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
  ]);
}

function attribute(name: string, value: Attribute): Part {
  if (typeof value === 'number') return concat([text(1, name), varint(3, value), varint(20, 2)]);
  if (typeof value === 'string') return concat([text(1, name), text(4, value), varint(20, 3)]);
  return concat([text(1, name), ...value.map((one) => varint(8, one)), varint(20, 7)]);
}

export function int64s(name: string, values: readonly number[]): Part {
  const data = new BigInt64Array(values.map(BigInt));
  return tensor(name, INT64, [values.length], new Uint8Array(data.buffer));
}

export function floats(name: string, dims: readonly number[], values: Float32Array): Part {
  return tensor(name, FLOAT, dims, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}

export function halves(name: string, dims: readonly number[], values: Float32Array): Part {
  return tensor(name, FLOAT16, dims, new Uint8Array(toHalf(values).buffer));
}

/** A tensor stored in a separate file, since the graph's file can't exceed 2 GB. */
export function outside(
  name: string,
  type: number,
  dims: readonly number[],
  at: { file: string; offset: number; length: number },
): Part {
  const entry = (key: string, value: string) => bytes(13, concat([text(1, key), text(2, value)]));
  return concat([
    ...dims.map((dim) => varint(1, dim)),
    varint(2, type),
    text(8, name),
    entry('location', at.file),
    entry('offset', String(at.offset)),
    entry('length', String(at.length)),
    varint(14, 1),
  ]);
}

export function valueInfo(name: string, type: number, dims: readonly (string | number)[]): Part {
  const shape = concat(dims.map((dim) => bytes(1, typeof dim === 'number' ? varint(1, dim) : text(2, dim))));
  return concat([text(1, name), bytes(2, bytes(1, concat([varint(1, type), bytes(2, shape)])))]);
}

/** Values in a separate file. */
export function floatsApart(name: string, dims: readonly number[], location: string): Part {
  const entry = concat([text(1, 'location'), text(2, location)]);
  return concat([
    ...dims.map((dim) => varint(1, dim)),
    varint(2, FLOAT),
    text(8, name),
    bytes(13, entry),
    varint(14, 1),
  ]);
}

function tensor(name: string, type: number, dims: readonly number[], data: Uint8Array): Part {
  return concat([...dims.map((dim) => varint(1, dim)), varint(2, type), text(8, name), bytes(9, data)]);
}

function varint(field: number, value: number): Part {
  return concat([number(field << 3), number(value)]);
}

function bytes(field: number, content: Uint8Array): Part {
  return concat([number((field << 3) | 2), number(content.length), content]);
}

const text = (field: number, value: string) => bytes(field, new TextEncoder().encode(value));

function number(value: number): Part {
  const out: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
  return Uint8Array.of(...out, rest);
}

function concat(parts: Part[]): Uint8Array {
  return Buffer.concat(parts);
}

import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toHalf } from '../../modules/worker/diffusion/core/float16.ts';
import { gaussianNoise } from '../../modules/worker/diffusion/core/noise.ts';
import {
  FLOAT,
  FLOAT16,
  floats,
  halves,
  int64s,
  modelProto,
  node,
  outside,
  type Part,
  valueInfo,
} from '../onnx-writer.ts';

type Attributes = NonNullable<Parameters<typeof node>[3]>;
type Dims = readonly (number | string)[];

/** Random weights are cut from this. They differ from tensor to tensor, though speed doesn't depend on it. */
const DICE = gaussianNoise(1, 1 << 20);
const OPSET = 17;
const DATA = 'model.onnx_data';

export type Graph = ReturnType<typeof openGraph>;

/** Writes a graph of any size: operations in sequence, weights streamed to a separate file. */
export async function openGraphIn(folder: string, half: boolean) {
  await mkdir(folder, { recursive: true });
  return openGraph(folder, half);
}

function openGraph(folder: string, half: boolean) {
  const type = half ? FLOAT16 : FLOAT;
  const data = openSync(join(folder, DATA), 'w');
  const nodes: Part[] = [];
  const parts: Part[] = [];
  let names = 0;
  let offset = 0;
  let parameters = 0;

  const fresh = () => `v${++names}`;

  /** @returns the name of the result */
  function op(operator: string, inputs: string[], attributes: Attributes = {}): string {
    const result = fresh();
    nodes.push(node(operator, inputs, result, attributes));
    return result;
  }

  function two(operator: string, inputs: string[], attributes: Attributes): [string, string] {
    const results: [string, string] = [fresh(), fresh()];
    nodes.push(node(operator, inputs, results, attributes));
    return results;
  }

  /** Random numbers around `middle` with this spread. */
  function weight(dims: readonly number[], spread: number, middle = 0): string {
    const name = fresh();
    const size = dims.reduce((product, dim) => product * dim, 1);
    const began = offset;
    for (let done = 0; done < size; done += DICE.length) {
      const dice = DICE.subarray(0, Math.min(DICE.length, size - done));
      const values = new Float32Array(dice.length);
      for (let i = 0; i < values.length; i++) values[i] = middle + spread * (dice[i] ?? 0);
      const bytes = half ? toHalf(values) : values;
      writeSync(data, new Uint8Array(bytes.buffer));
      offset += bytes.byteLength;
    }
    parameters += size;
    parts.push(outside(name, type, dims, { file: DATA, offset: began, length: offset - began }));
    return name;
  }

  /**
   * A single number in the graph's type. Kept inside the graph, as exporters do with small tensors, which browsers fold
   * while loading.
   */
  function constant(value: number): string {
    const name = fresh();
    parts.push((half ? halves : floats)(name, [1], Float32Array.of(value)));
    return name;
  }

  function numbers(values: readonly number[]): string {
    const name = fresh();
    parts.push(int64s(name, values));
    return name;
  }

  return {
    type,
    op,
    two,
    weight,
    numbers,
    constant,
    /** A linear layer, x·W + b. */
    linear(x: string, from: number, to: number, bias = true): string {
      const product = op('MatMul', [x, weight([from, to], 1 / Math.sqrt(from))]);
      return bias ? op('Add', [product, weight([to], 0.02)]) : product;
    },
    conv(
      x: string,
      from: number,
      to: number,
      { size = 3, stride = 1, bias = true, spread = 1 } = {},
    ): string {
      const edge = (size - 1) / 2;
      const w = weight([to, from, size, size], spread / Math.sqrt(from * size * size));
      return op('Conv', [x, w, ...(bias ? [weight([to], 0.02)] : [])], {
        kernel_shape: [size, size],
        pads: [edge, edge, edge, edge],
        strides: [stride, stride],
      });
    },
    /** @returns number of parameters */
    async save(
      inputs: [name: string, type: number, dims: Dims][],
      outputs: [name: string, result: string, dims: Dims][],
    ) {
      closeSync(data);
      for (const [name, result] of outputs) nodes.push(node('Identity', [result], name));
      const model = modelProto(
        nodes,
        parts,
        inputs.map((input) => valueInfo(...input)),
        outputs.map(([name, , dims]) => valueInfo(name, type, dims)),
        OPSET,
      );
      await writeFile(join(folder, 'model.onnx'), model);
      return parameters;
    },
  };
}

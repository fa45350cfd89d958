import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FLOAT, floats, int64s, modelProto, node, valueInfo } from './onnx-writer.ts';

const [BITS, TILE, SIDE] = [100, 32, 256];
const TILES = SIDE / TILE;
/**
 * Amplitude of one bit's wave, where 1 is the distance from grey to white: all bits together stay about 43 dB below the
 * image.
 */
const STRENGTH = 0.00135;

/**
 * Writes stand-ins for TrustMark's encoder and decoder, of half a megabyte and with the same inputs and outputs: each
 * bit is a wave or its inverse, in a repeating tile. The names are as odd as in real exports.
 */
export async function writeTinyTrustmark(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'encoder_Q.onnx'), encoder());
  await writeFile(join(folder, 'decoder_Q.onnx'), decoder());
}

function encoder(): Uint8Array {
  const drawn = WAVES.map((value) => 2 * STRENGTH * value);
  const bias = new Float32Array(TILE ** 2);
  for (const [index, value] of WAVES.entries()) (bias[index % TILE ** 2] as number) -= STRENGTH * value;
  return modelProto(
    [
      node('MatMul', ['onnx::Gemm_1', 'waves'], 'ones'),
      node('Add', ['ones', 'bias'], 'flat'),
      node('Reshape', ['flat', 'tile'], 'drawn'),
      node('Tile', ['drawn', 'times'], 'residual'),
      node('Add', ['onnx::Concat_0', 'residual'], '273'),
    ],
    [
      floats('waves', [BITS, TILE ** 2], drawn),
      floats('bias', [TILE ** 2], bias),
      int64s('tile', [1, 1, TILE, TILE]),
      int64s('times', [1, 3, TILES, TILES]),
    ],
    [valueInfo('onnx::Concat_0', FLOAT, [1, 3, SIDE, SIDE]), valueInfo('onnx::Gemm_1', FLOAT, [1, BITS])],
    [valueInfo('273', FLOAT, [1, 3, SIDE, SIDE])],
    13,
  );
}

function decoder(): Uint8Array {
  return modelProto(
    [
      node('ReduceMean', ['x.1'], 'grey', { axes: [1], keepdims: 0 }),
      node('Reshape', ['grey', 'tiles'], 'split'),
      node('ReduceMean', ['split'], 'folded', { axes: [0, 2], keepdims: 0 }),
      node('Reshape', ['folded', 'row'], 'flat'),
      node('MatMul', ['flat', 'waves'], '495'),
    ],
    [
      int64s('tiles', [TILES, TILE, TILES, TILE]),
      int64s('row', [1, TILE ** 2]),
      floats('waves', [TILE ** 2, BITS], transposed()),
    ],
    [valueInfo('x.1', FLOAT, [1, 3, SIDE, SIDE])],
    [valueInfo('495', FLOAT, [1, BITS])],
    13,
  );
}

/** Two waves, a quarter period apart, for each pair of bits; all are orthogonal. */
const WAVES = waves();

function waves(): Float32Array {
  const directions: [number, number][] = [];
  for (let down = 0; down <= 8; down += 1)
    for (let across = -8; across <= 8; across += 1) {
      const cycles = Math.hypot(across, down);
      if (cycles >= 5 && cycles <= 8.2 && (down > 0 || across > 0)) directions.push([across, down]);
    }
  return Float32Array.from({ length: BITS * TILE ** 2 }, (_, index) => {
    const [bit, at] = [Math.floor(index / TILE ** 2), index % TILE ** 2];
    const [across, down] = directions[bit >> 1] as [number, number];
    const turn = (2 * Math.PI * (across * (at % TILE) + down * Math.floor(at / TILE))) / TILE;
    return Math.SQRT2 * (bit & 1 ? Math.sin(turn) : Math.cos(turn));
  });
}

function transposed(): Float32Array {
  const turned = new Float32Array(WAVES.length);
  for (const [index, value] of WAVES.entries())
    turned[(index % TILE ** 2) * BITS + Math.floor(index / TILE ** 2)] = value;
  return turned;
}

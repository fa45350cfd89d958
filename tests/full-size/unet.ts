import { INT64 } from '../onnx-writer.ts';
import { type Graph, openGraphIn } from './graph.ts';
import { attention, gelu, groupNorm, layerNorm, silu } from './layers.ts';

/** A Stable Diffusion UNet as described in its config.json. */
export interface UnetShape {
  channels: readonly number[];
  /** residual blocks per level on the way down; one more on the way up */
  layers: number;
  /** levels that attend to the prompt */
  attends: readonly boolean[];
  hasMiddle: boolean;
  /** embedding size of a token */
  context: number;
}

const TIME = 1280;
const LATENT = 4;

export async function writeUnet(folder: string, shape: UnetShape, half: boolean): Promise<number> {
  const graph = await openGraphIn(folder, half);
  const { op, conv } = graph;
  const { channels, layers, attends, hasMiddle, context } = shape;
  const [first = 0] = channels;
  const last = channels.length - 1;
  const time = silu(graph, timeEmbedding(graph, first));
  const block = (x: string, from: number, to: number, isAttending = false) => {
    const drawn = residual(graph, x, from, to, time);
    return isAttending ? transformer(graph, drawn, to, context) : drawn;
  };

  let x = conv('sample', LATENT, first);
  let width = first;
  const skips: [name: string, width: number][] = [[x, width]];
  for (const [level, to] of channels.entries()) {
    for (let layer = 0; layer < layers; layer++) {
      x = block(x, width, to, attends[level]);
      width = to;
      skips.push([x, width]);
    }
    if (level === last) break;
    x = conv(x, width, width, { stride: 2 });
    skips.push([x, width]);
  }
  if (hasMiddle) x = block(block(x, width, width, true), width, width);
  for (const [level, to] of [...channels.entries()].reverse()) {
    for (let layer = 0; layer <= layers; layer++) {
      const [skip, more] = skips.pop() ?? ['', 0];
      x = block(op('Concat', [x, skip], { axis: 1 }), width + more, to, attends[level]);
      width = to;
    }
    if (level > 0) x = conv(twice(graph, x), width, width);
  }
  const drawn = conv(silu(graph, groupNorm(graph, x, width)), width, LATENT, { spread: 0.12 });
  const size = ['batch', LATENT, 'height', 'width'] as const;
  return graph.save(
    [
      ['sample', graph.type, size],
      ['timestep', INT64, [1]],
      ['encoder_hidden_states', graph.type, [1, 77, context]],
    ],
    [['out_sample', op('Add', [drawn, followNoise(graph)]), size]],
  );
}

/** Sinusoidal embedding, frequencies 1 to 1/10,000. Random frequencies cost the same. */
function timeEmbedding(graph: Graph, width: number): string {
  const { op, linear, weight, type } = graph;
  const waves = op('Mul', [op('Cast', ['timestep'], { to: type }), weight([1, width / 2], 0.3)]);
  const sines = op('Concat', [op('Cos', [waves]), op('Sin', [waves])], { axis: 1 });
  return linear(silu(graph, linear(sines, width, TIME)), TIME, TIME);
}

function residual(graph: Graph, x: string, from: number, to: number, time: string): string {
  const { op, conv, linear, numbers } = graph;
  const first = conv(silu(graph, groupNorm(graph, x, from)), from, to);
  const shift = op('Reshape', [linear(time, TIME, to), numbers([1, to, 1, 1])]);
  const timed = op('Add', [first, shift]);
  const second = conv(silu(graph, groupNorm(graph, timed, to)), to, to);
  return op('Add', [second, from === to ? x : conv(x, from, to, { size: 1 })]);
}

/** Self-attention across the image, then attention to the tokens. */
function transformer(graph: Graph, x: string, width: number, context: number): string {
  const { op, two, linear, numbers } = graph;
  const flat = op('Reshape', [groupNorm(graph, x, width), numbers([0, width, -1])]);
  let rows = linear(op('Transpose', [flat], { perm: [0, 2, 1] }), width, width);
  const seen = layerNorm(graph, rows, width);
  rows = op('Add', [rows, attention(graph, seen, seen, { width, from: width })]);
  const asking = layerNorm(graph, rows, width);
  rows = op('Add', [rows, attention(graph, asking, 'encoder_hidden_states', { width, from: context })]);
  const wide = linear(layerNorm(graph, rows, width), width, 8 * width);
  const [values, gates] = two('Split', [wide], { axis: 2 });
  rows = op('Add', [rows, linear(op('Mul', [values, gelu(graph, gates)]), 4 * width, width)]);
  const back = op('Transpose', [linear(rows, width, width)], { perm: [0, 2, 1] });
  return op('Add', [op('Reshape', [back, op('Shape', [x])]), x]);
}

/** Doubles width and height. */
function twice({ op, numbers }: Graph, x: string): string {
  const size = op('Mul', [op('Shape', [x]), numbers([1, 1, 2, 2])]);
  return op('Resize', [x, '', '', size], {
    mode: 'nearest',
    coordinate_transformation_mode: 'asymmetric',
    nearest_mode: 'floor',
  });
}

/**
 * Random weights don't predict noise. Like a real model, this takes fine detail for noise and keeps the coarse
 * structure, so that images resemble those fed back.
 */
function followNoise({ op, weight, constant }: Graph): string {
  const box = { kernel_shape: [5, 5], pads: [2, 2, 2, 2], group: LATENT };
  const coarse = op('Conv', ['sample', weight([LATENT, 1, 5, 5], 0, 1 / 25)], box);
  return op('Sub', ['sample', op('Mul', [coarse, constant(0.8)])]);
}

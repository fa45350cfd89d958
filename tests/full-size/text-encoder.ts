import { INT64 } from '../onnx-writer.ts';
import { openGraphIn } from './graph.ts';
import { attention, gelu, layerNorm } from './layers.ts';

export interface TextEncoderShape {
  width: number;
  layers: number;
}

const WORDS = 49_408;
const TOKENS = 77;

/** CLIP's text encoder. The causal mask is left out; the cost is the same. */
export async function writeTextEncoder(folder: string, { width, layers }: TextEncoderShape, half: boolean) {
  const graph = await openGraphIn(folder, half);
  const { op, weight, linear } = graph;
  const words = op('Gather', [weight([WORDS, width], 1), 'input_ids']);
  let rows = op('Add', [words, weight([1, TOKENS, width], 0.3)]);
  for (let layer = 0; layer < layers; layer++) {
    const seen = layerNorm(graph, rows, width);
    rows = op('Add', [rows, attention(graph, seen, seen, { width, from: width, bias: true })]);
    const wide = gelu(graph, linear(layerNorm(graph, rows, width), width, 4 * width));
    rows = op('Add', [rows, linear(wide, 4 * width, width)]);
  }
  const states = layerNorm(graph, rows, width);
  return graph.save([['input_ids', INT64, [1, TOKENS]]], [['last_hidden_state', states, [1, TOKENS, width]]]);
}

import { type Graph, openGraphIn } from './graph.ts';

const CHANNELS = 64;

/** TAESD's decoder and encoder. */
export async function writeDecoder(folder: string, half: boolean): Promise<number> {
  const graph = await openGraphIn(folder, half);
  const { op, conv, constant, numbers } = graph;
  const tamed = op('Mul', [op('Tanh', [op('Div', ['latent_sample', constant(3)])]), constant(3)]);
  let x = op('Relu', [conv(tamed, 4, CHANNELS)]);
  for (let level = 0; level < 3; level++) {
    x = blocks(graph, x, 3);
    const size = op('Mul', [op('Shape', [x]), numbers([1, 1, 2, 2])]);
    const nearest = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' };
    x = conv(op('Resize', [x, '', '', size], nearest), CHANNELS, CHANNELS, { bias: false });
  }
  const picture = op('Tanh', [conv(blocks(graph, x, 1), CHANNELS, 3)]);
  return graph.save(
    [['latent_sample', graph.type, [1, 4, 'h', 'w']]],
    [['sample', picture, [1, 3, 'H', 'W']]],
  );
}

export async function writeEncoder(folder: string, half: boolean): Promise<number> {
  const graph = await openGraphIn(folder, half);
  const { conv } = graph;
  let x = blocks(graph, conv('sample', 3, CHANNELS), 1);
  for (let level = 0; level < 3; level++) {
    x = blocks(graph, conv(x, CHANNELS, CHANNELS, { stride: 2, bias: false }), 3);
  }
  return graph.save(
    [['sample', graph.type, [1, 3, 'H', 'W']]],
    [['latent_sample', conv(x, CHANNELS, 4), [1, 4, 'h', 'w']]],
  );
}

function blocks({ op, conv }: Graph, x: string, count: number): string {
  let result = x;
  for (let i = 0; i < count; i++) {
    const first = op('Relu', [conv(result, CHANNELS, CHANNELS)]);
    const second = op('Relu', [conv(first, CHANNELS, CHANNELS)]);
    // half the strength, or a dozen in a row would grow without bound
    const third = conv(second, CHANNELS, CHANNELS, { spread: 0.5 });
    result = op('Relu', [op('Add', [third, result])]);
  }
  return result;
}

/**
 * `bare-onnx.ts ENGINE MODEL WARM PICTURES`: runs a model's graphs without anything else, and prints the measurements
 * as JSON.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gaussianNoise } from '../../modules/worker/diffusion/core/noise.ts';
import { loadOnnxRuntime, openSession } from '../../modules/worker/diffusion/onnx-node.ts';

const [engine = '', model = '', warm, pictures] = process.argv.slice(2);
const ort = loadOnnxRuntime(engine);
const open = (graph: string) => openSession(ort, join(model, graph, 'model.onnx'), 'cpu');
const floats = (dims: number[]) => ({
  type: 'float32',
  dims,
  data: gaussianNoise(
    1,
    dims.reduce((product, dim) => product * dim, 1),
  ),
});

const began = performance.now();
const [text, unet, encoder, decoder] = [
  await open('text_encoder'),
  await open('unet'),
  await open('vae_encoder'),
  await open('vae_decoder'),
];
const startMs = performance.now() - began;

const ids = { type: 'int64', dims: [1, 77], data: new BigInt64Array(77) };
const beforeText = performance.now();
const { last_hidden_state: states } = await text.run({ input_ids: ids });
const textMs = performance.now() - beforeText;
if (!states) throw new Error('the text encoder gave nothing');
const latent = floats([1, 4, 40, 72]);
const picture = floats([1, 3, 320, 576]);
const timestep = { type: 'int64', dims: [1], data: BigInt64Array.of(500n) };

const stages = { encode: [] as number[], unet: [] as number[], decode: [] as number[] };
const imageMs: number[] = [];
let worked = process.cpuUsage();
for (let i = 0; i < Number(warm) + Number(pictures); i++) {
  if (i === Number(warm)) worked = process.cpuUsage();
  const start = performance.now();
  await encoder.run({ sample: picture });
  const encoded = performance.now();
  await unet.run({ sample: latent, timestep, encoder_hidden_states: states });
  const stepped = performance.now();
  await decoder.run({ latent_sample: latent });
  const end = performance.now();
  if (i < Number(warm)) continue;
  stages.encode.push(encoded - start);
  stages.unet.push(stepped - encoded);
  stages.decode.push(end - stepped);
  imageMs.push(end - start);
}
const { user, system } = process.cpuUsage(worked);
const processorMs = (user + system) / 1000 / Number(pictures);
const [, kilobytes] = readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\s+(\d+)/) ?? [];
console.log(
  JSON.stringify({ startMs, textMs, stages, imageMs, processorMs, peakMb: Number(kilobytes) / 1024 }),
);

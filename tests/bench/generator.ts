import { createDream } from '../../modules/painter/dream.ts';
import { PROMPTS } from './prompts.ts';

/** Prints the cost of one frame of the painter: CPU time of all threads, including JPEG encoding. */
const FPS = 16;
const WARM_FRAMES = 16;
const FRAMES = 64;

const costs = PROMPTS.map((prompt) => {
  const dream = createDream({ width: 1280, height: 720, seed: 7 });
  dream.prompt('bench', prompt);
  for (let i = 0; i < WARM_FRAMES; i++) draw(dream);
  const before = process.cpuUsage();
  for (let i = 0; i < FRAMES; i++) draw(dream);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / FRAMES;
}).sort((a, b) => a - b);

const median = costs[Math.floor(costs.length / 2)] ?? 0;
const worst = costs.at(-1) ?? 0;
const share = (cost: number) => `${((cost * FPS) / 10).toFixed(0)} %`;
console.log(
  `demo generator: ${median.toFixed(1)} ms CPU a frame at 1280×720 (worst prompt ${worst.toFixed(1)} ms), ` +
    `${share(median)} of a core at ${FPS} fps (worst ${share(worst)})`,
);

function draw(dream: ReturnType<typeof createDream>): void {
  dream.next(FPS);
  dream.jpeg(80);
}

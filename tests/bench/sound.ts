import { readPrompt } from '../../modules/painter/reading/read-prompt.ts';
import { PACKET_SAMPLES } from '../../modules/painter/sound/packet.ts';
import { createSoundscape } from '../../modules/painter/sound/soundscape.ts';
import { PROMPTS } from './prompts.ts';

/** Prints the cost of 20 ms of the painter's sound: CPU time of this thread. */
const WARM_PACKETS = 200;
const PACKETS = 500;

const costs = [
  ...PROMPTS,
  'a storm at sea with birds, a campfire and a church',
  'a jungle at dawn in the rain',
]
  .map((prompt) => {
    const scape = createSoundscape(7);
    scape.show(readPrompt(prompt, null).spec, 0, 0);
    for (let i = 0; i < WARM_PACKETS; i++) scape.packet(i * PACKET_SAMPLES);
    const before = process.cpuUsage();
    for (let i = WARM_PACKETS; i < WARM_PACKETS + PACKETS; i++) scape.packet(i * PACKET_SAMPLES);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / PACKETS;
  })
  .sort((a, b) => a - b);

const median = costs[Math.floor(costs.length / 2)] ?? 0;
console.log(
  `painter's sound: ${median.toFixed(2)} ms CPU a packet of 20 ms (worst prompt ${(costs.at(-1) ?? 0).toFixed(2)} ms)`,
);

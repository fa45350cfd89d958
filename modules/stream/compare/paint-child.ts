/** Paints a picture of the prompts on the first line of stdin, and writes it as a JPEG; see `paint-still.ts`. */
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { NATIVE } from '../../generator/generator.ts';
import { liveWithInput } from '../../kit/children/in-child.ts';
import { createPainter } from '../../painter/painter.ts';

liveWithInput();
/** Live dreams get the processor first. */
const LOW_PRIORITY = 10;
/** A follow-up's scene replaces the one before within a second. */
const FADE_FRAMES = NATIVE.fps + 4;

setPriority(LOW_PRIORITY);

const line = await new Promise<string>((resolve) =>
  createInterface({ input: process.stdin }).once('line', resolve),
);
const prompts: string[] = JSON.parse(line);
const painter = createPainter();
let [sent, left] = [0, 1];
const send = () => painter.prompt(String(sent), prompts[sent++] ?? '');
painter.start(
  { ...NATIVE, width: 640, height: 360, seed: 1 },
  {
    loading() {},
    ready: send,
    promptShown() {
      left = sent > 1 ? FADE_FRAMES : 1;
      if (sent < prompts.length) send();
    },
    frame(jpeg) {
      left -= 1;
      if (left === 0 && sent === prompts.length) process.stdout.write(jpeg, () => process.exit(0));
    },
    error(message) {
      process.stderr.write(message);
      process.exit(1);
    },
  },
);

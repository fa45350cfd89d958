import { createRandom } from '../../../generator/random.ts';
import { mix, type Rgb } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import { createPixels, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

const COLUMNS = 320;
const ROWS = 180;

/** Veils of light that twist through the picture like silk in water, shaped by a hash. */
export function createRibbons(colours: readonly Rgb[], count: number, swirl: number, seed: number): Layer {
  const random = createRandom(seed);
  const buffer = createPixels(COLUMNS, ROWS);
  const { pixels } = buffer;
  const { smooth } = noiseFields();
  const slope = (random() - 0.5) * 0.6;
  const ribbons = Array.from({ length: count }, (_, i) => ({
    colour: mix(colours[i % colours.length] as Rgb, [255, 255, 255], 0.3),
    y: ROWS * (0.5 + (random() - 0.5) * 0.7),
    reach: 60 + random() * 90 + swirl * 50,
    bends: 70 + random() * 70,
    lane: random() * 512,
    width: 26 + random() * 40,
    twist: 0.5 + random() * 0.9,
    pace: 0.1 + random() * 0.16,
    phase: random() * 7,
  }));
  return {
    draw(context, { t }) {
      pixels.fill(0);
      for (const ribbon of ribbons) {
        const [red, green, blue] = ribbon.colour;
        for (let x = 0; x < COLUMNS; x++) {
          const u = x / COLUMNS;
          const bend = sample(smooth, u * ribbon.bends + ribbon.lane + t * 1.1, ribbon.lane + t * 1.7) - 0.5;
          const centre = ribbon.y + (u - 0.5) * slope * COLUMNS + bend * ribbon.reach * 2;
          const turn = Math.cos(u * ribbon.twist * Math.PI * 2 + ribbon.phase + t * ribbon.pace + bend * 2);
          const hem = centre - turn * ribbon.width;
          const breadth = Math.abs(turn) * ribbon.width * 2;
          const side = turn < 0 ? -1 : 1;
          // seen edge-on, all of the ribbon's light gathers in a line
          const strength = 0.46 + 0.23 * Math.min(1, 10 / (breadth + 1));
          const top = turn < 0 ? hem - breadth : hem;
          const from = Math.max(0, Math.floor(top - 4));
          const to = Math.min(ROWS - 1, Math.ceil(top + breadth + 4));
          for (let y = from; y <= to; y++) {
            const inside = (y - hem) * side;
            const connection = Math.exp(-Math.abs(inside) * 1.1);
            const left = Math.min(1, Math.max(0, (breadth - inside) / (breadth * 0.35 + 0.01)));
            const light =
              strength *
              (inside <= 0
                ? connection
                : Math.max(connection, Math.exp((-2.7 * inside) / (breadth + 2)) * left));
            const index = (y * COLUMNS + x) * 4;
            pixels[index] = (pixels[index] as number) + red * light;
            pixels[index + 1] = (pixels[index + 1] as number) + green * light;
            pixels[index + 2] = (pixels[index + 2] as number) + blue * light;
            pixels[index + 3] = 255;
          }
        }
      }
      buffer.flush();
      context.globalCompositeOperation = 'screen';
      context.drawImage(buffer.canvas, 0, 0, WIDTH, HEIGHT);
      context.globalCompositeOperation = 'source-over';
    },
  };
}

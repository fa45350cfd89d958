import { ImageData as CanvasImageData, createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Painter, WrongFrame } from './painter.ts';

const WIDTH = 64;
const HEIGHT = 36;

/** Simulates browsers that add noise to canvas reads to prevent fingerprinting. */
let hidesPixels = false;

beforeEach(() => {
  hidesPixels = false;
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(width: number, height: number) {
        const canvas = createCanvas(width, height);
        const pen = canvas.getContext('2d');
        const { getImageData } = pen;
        Object.assign(pen, {
          getImageData(...box: [number, number, number, number]) {
            const image = getImageData.apply(pen, box);
            if (hidesPixels) for (const at of image.data.keys()) image.data[at] = (at * 7919) % 251;
            return image;
          },
        });
        // biome-ignore lint/correctness/noConstructorReturn: a canvas of another make stands for the browser's
        return canvas;
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

type Rgb = [number, number, number];

/** Bright sky over dark land, with a sun. `shift` moves the sun to make another scene. */
function colourAt(x: number, y: number, shift = 0): Rgb {
  if (Math.hypot(x - 40 + shift, y - 12) < 7) return [250, 210, 90];
  return y < 20 ? [60 + 2 * x, 120, 220 - 3 * y] : [20, 90 - y, 30 + ((x + shift) % 8)];
}

/** Browser bugs that no call reports. */
interface Browser {
  /** `planes`: raw planes, whatever format was requested; `nothing`: no pixels; `another`: a different image */
  copies?: 'right' | 'planes' | 'nothing' | 'another';
  draws?: 'right' | 'another';
  colour?: (x: number, y: number) => Rgb;
}

function frameOf({ copies = 'right', colour = colourAt }: Browser) {
  const luma: number[] = [];
  const [blue, red]: [number[], number[]] = [[], []];
  const plain = new Uint8Array(4 * WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [r, g, b] = colour(x, y);
      const bright = 0.299 * r + 0.587 * g + 0.114 * b;
      luma.push(16 + (bright * 219) / 255);
      plain.set([r, g, b, 0], 4 * (y * WIDTH + x));
      if (x % 2 || y % 2) continue;
      blue.push(128 + ((b - bright) / 1.772) * (224 / 255));
      red.push(128 + ((r - bright) / 1.402) * (224 / 255));
    }
  }
  const planes = Uint8Array.from([...luma, ...blue, ...red]);
  const size = WIDTH * HEIGHT;
  const layout = [
    { offset: 0, stride: WIDTH },
    { offset: size, stride: WIDTH / 2 },
    { offset: size * 1.25, stride: WIDTH / 2 },
  ];
  let closed = 0;
  return {
    format: 'I420',
    displayWidth: WIDTH,
    displayHeight: HEIGHT,
    visibleRect: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
    allocationSize: () => planes.length,
    async copyTo(into: Uint8Array, options?: { format: string }) {
      if (options === undefined || copies === 'planes') {
        into.set(planes);
        return layout;
      }
      if (copies === 'right') into.set(plain);
      if (copies === 'another') into.set(planes);
      return [{ offset: 0, stride: 4 * WIDTH }];
    },
    close() {
      closed += 1;
    },
    colour,
    get closed() {
      return closed;
    },
  };
}

/** A canvas with this browser's bugs, which records how each frame was drawn. */
function openCanvas({ draws = 'right' }: Browser) {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d', { alpha: false });
  const ways: string[] = [];
  const put = (colour: (x: number, y: number) => Rgb) => {
    const image = new CanvasImageData(WIDTH, HEIGHT);
    for (let at = 0; at < WIDTH * HEIGHT; at += 1)
      image.data.set([...colour(at % WIDTH, Math.floor(at / WIDTH)), 255], 4 * at);
    pen.putImageData(image, 0, 0);
  };
  return {
    ways,
    pixel: (x: number, y: number) => [...pen.getImageData(x, y, 1, 1).data.subarray(0, 3)],
    pen: {
      canvas,
      createImageData: (width: number, height: number) => new CanvasImageData(width, height),
      putImageData(image: CanvasImageData) {
        ways.push('copied');
        put((x, y) => [...image.data.subarray(4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 3)] as Rgb);
      },
      drawImage(frame: ReturnType<typeof frameOf>) {
        ways.push('drawn');
        put(draws === 'right' ? frame.colour : (x, y) => colourAt(y, x, 30));
      },
    } as unknown as OffscreenCanvasRenderingContext2D,
  };
}

async function paint(browser: Browser, count = 3, mayCopy = true) {
  const canvas = openCanvas(browser);
  const copiesWrongly = vi.fn();
  const painter = new Painter(canvas.pen, { mayCopy, copiesWrongly });
  const frames = Array.from({ length: count }, () => frameOf(browser));
  const faults: unknown[] = [];
  for (const frame of frames)
    await painter.paint(frame as unknown as VideoFrame).catch((fault) => faults.push(fault));
  expect(frames.map(({ closed }) => closed)).toEqual(frames.map(() => 1));
  return { ...canvas, copiesWrongly, faults };
}

test('copies plain colours if the browser provides them, and never checks again', async () => {
  const { ways, pixel, copiesWrongly } = await paint({});
  expect(ways).toEqual(['copied', 'copied', 'copied']);
  expect(pixel(40, 12)).toEqual([250, 210, 90]);
  expect(copiesWrongly).not.toHaveBeenCalled();
});

test('draws if the browser ignores the request for plain colours, and stops requesting them', async () => {
  const { ways, pixel, copiesWrongly } = await paint({ copies: 'planes' });
  expect(ways).toEqual(['drawn', 'drawn', 'drawn']);
  expect(pixel(40, 12)).toEqual([250, 210, 90]);
  expect(copiesWrongly).not.toHaveBeenCalled();
});

for (const copies of ['nothing', 'another'] as const) {
  test(`draws from the first picture on where ${copies} was copied under the right name, and says so`, async () => {
    const { ways, pixel, copiesWrongly, faults } = await paint({ copies });
    expect(ways).toEqual(['copied', 'drawn', 'drawn', 'drawn']);
    expect(pixel(40, 12)).toEqual([250, 210, 90]);
    expect(copiesWrongly).toHaveBeenCalledTimes(1);
    expect(faults).toEqual([]);
    expect((await paint({ copies }, 1, false)).ways).toEqual(['drawn']);
  });
}

test('throws if neither way shows the frame', async () => {
  const { faults } = await paint({ copies: 'another', draws: 'another' }, 2);
  expect(faults).toEqual([expect.any(WrongFrame), expect.any(WrongFrame)]);
});

test('trusts the browser if the canvas can’t be read or the frame proves nothing', async () => {
  const grey = (): Rgb => [90, 92, 90];
  expect((await paint({ copies: 'another', colour: grey })).faults).toEqual([]);
  hidesPixels = true;
  const { ways, copiesWrongly } = await paint({});
  expect(ways).toEqual(['copied', 'copied', 'copied']);
  expect(copiesWrongly).not.toHaveBeenCalled();
});

test('checks again a second after a grey frame', async () => {
  const browser: Browser = { copies: 'another' };
  const canvas = openCanvas(browser);
  const copiesWrongly = vi.fn();
  const painter = new Painter(canvas.pen, { mayCopy: true, copiesWrongly });
  await painter.paint(frameOf({ ...browser, colour: () => [9, 9, 9] }) as unknown as VideoFrame);
  for (let count = 0; count < 16; count += 1) await painter.paint(frameOf(browser) as unknown as VideoFrame);
  expect(copiesWrongly).toHaveBeenCalledTimes(1);
  expect(canvas.ways.at(-1)).toBe('drawn');
});

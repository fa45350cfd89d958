import { createHash } from 'node:crypto';
import sharp from 'sharp';

export type Colour = readonly [red: number, green: number, blue: number];

/** A prompt's colour: bright, and far from the colours of other prompts. */
export function colourOf(prompt: string): Colour {
  const [hue = 0] = createHash('sha256').update(prompt).digest();
  const channel = (shift: number) => {
    const at = ((hue / 256) * 6 + shift) % 6;
    return Math.round(40 + 180 * Math.min(1, Math.max(0, 2 - Math.abs(at - 3))));
  };
  return [channel(0), channel(2), channel(4)];
}

/** A single-colour image, blended over another image. */
export async function paint(
  size: { width: number; height: number },
  colour: Colour,
  over: Uint8Array | null,
  strength: number,
): Promise<Uint8Array> {
  const [red, green, blue] = over
    ? mixedColours(await meanColour(over), colour, strength)
    : (colour as [number, number, number]);
  return sharp({ create: { ...size, channels: 3, background: { r: red, g: green, b: blue } } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Shrinks the image first: sharp's own statistics would cost fifteen times as much. */
export async function meanColour(image: Uint8Array): Promise<[number, number, number]> {
  const small = sharp(image).resize(32, 18, { fit: 'fill' }).removeAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  const sums: [number, number, number] = [0, 0, 0];
  for (const [at, value] of data.entries()) sums[(at % info.channels) as 0 | 1 | 2] += value;
  const pixels = info.width * info.height;
  return [sums[0] / pixels, sums[1] / pixels, sums[2] / pixels];
}

/** The largest difference in any channel, 0–255. */
export const distance = (one: Colour, other: Colour): number =>
  Math.max(...one.map((value, i) => Math.abs(value - (other[i] ?? 0))));

export const mixedColours = (from: Colour, to: Colour, share: number) =>
  from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * share)) as [number, number, number];

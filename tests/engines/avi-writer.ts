/** Sound of a clip: interleaved 16-bit samples. */
export interface AviSound {
  rate: number;
  channels: number;
  pcm: Uint8Array;
}

/** An AVI of Motion JPEG, laid out as stable-diffusion.cpp's `media_io.cpp` does: sound in one chunk after all pictures. */
export function writeAvi(
  jpegs: readonly Uint8Array[],
  { width, height, fps, sound }: { width: number; height: number; fps: number; sound?: AviSound | undefined },
): Buffer {
  const bytes = width * height * 3;
  const align = (sound?.channels ?? 0) * 2;
  const video = list('strl', [
    chunk('strh', [
      ...[text('vids'), text('MJPG'), words(0, 0, 0, 1, fps, 0, jpegs.length, bytes, 0xffffffff, 0, 0, 0)],
    ]),
    chunk('strf', [words(40, width, height), halves(1, 24), text('MJPG'), words(bytes, 0, 0, 0, 0)]),
  ]);
  const audio =
    sound &&
    list('strl', [
      chunk('strh', [
        text('auds'),
        words(0, 0, 0, 0, align, sound.rate * align, 0, sound.pcm.length / align, sound.pcm.length),
        words(0xffffffff, align, 0, 0),
      ]),
      chunk('strf', [halves(1, sound.channels), words(sound.rate, sound.rate * align), halves(align, 16)]),
    ]);
  const head = words(
    ...[Math.floor(1_000_000 / fps), 0, 0, 0x110, jpegs.length, 0, sound ? 2 : 1, bytes],
    ...[width, height, 0, 0, 0, 0],
  );
  const header = list('hdrl', [chunk('avih', [head]), video, ...(audio ? [audio] : [])]);
  const movie = list('movi', [
    ...jpegs.map((jpeg) => chunk('00dc', [jpeg])),
    ...(sound ? [chunk('01wb', [sound.pcm])] : []),
  ]);
  const index = chunk('idx1', [Buffer.alloc(16 * jpegs.length)]);
  return chunk('RIFF', [text('AVI '), header, movie, index]);
}

const text = (four: string) => Buffer.from(four, 'latin1');
const list = (name: string, parts: readonly Uint8Array[]) => chunk('LIST', [text(name), ...parts]);

function chunk(name: string, parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([text(name), words(body.length), body, Buffer.alloc(body.length % 2)]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4);
  return bytes;
}

function halves(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, i * 2);
  return bytes;
}

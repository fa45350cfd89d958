import { AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { FFmpegError, FormatContext, Packet } from 'node-av/lib';
import type { CopiedSound } from '../../compile/video-encoder.ts';
import { assertWhole } from './read-film.ts';

/** Samples in an AAC frame. */
const AAC_SAMPLES = 1024;

/** The film's sound from a time on, to be copied. Null if it has none. @throws BrokenFilm */
export async function openFilmSound(
  path: string,
  fromMs: number,
): Promise<(CopiedSound & { close(): Promise<void> }) | null> {
  const input = new FormatContext();
  assertWhole(await input.openInput(path), 'its index can’t be read');
  const track = input.streams[input.findBestStream(AVMEDIA_TYPE_AUDIO)];
  if (!track) {
    await input.closeInput();
    return null;
  }
  const { timeBase, index, codecpar } = track;
  const inUnits = (seconds: number) => Math.round((seconds * timeBase.den) / timeBase.num);
  const start = inUnits(fromMs / 1000);
  // A frame is decoded with the help of the one before.
  const first = start - 2 * inUnits(AAC_SAMPLES / codecpar.sampleRate);
  if (first > 0)
    assertWhole(
      await input.seekFrame(index, BigInt(first), AVSEEK_FLAG_BACKWARD),
      'its index points nowhere',
    );
  const next = new Packet();
  next.alloc();
  let waits = false;
  let ended = false;

  async function read(): Promise<void> {
    while (!waits && !ended) {
      const code = await input.readFrame(next);
      ended = code === AVERROR_EOF;
      if (ended) return;
      assertWhole(code, 'its sound can’t be read');
      waits = next.streamIndex === index && Number(next.pts) > first;
      if (!waits) next.unref();
    }
  }

  return {
    timeBase,
    describe(stream) {
      FFmpegError.throwIfError(codecpar.copy(stream.codecpar), 'describe sound');
      stream.timeBase = timeBase;
    },
    async *until(seconds) {
      for (await read(); waits && Number(next.pts) - start < inUnits(seconds); await read()) {
        next.pts -= BigInt(start);
        next.dts -= BigInt(start);
        waits = false;
        yield next;
        next.unref();
      }
    },
    async close() {
      next.free();
      await input.closeInput();
    },
  };
}

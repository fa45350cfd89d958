import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet, type Stream } from 'node-av/lib';

/** The film can't be read or decoded. */
export class BrokenFilm extends Error {}

/** Our own error codes are larger; the rest are the system's, such as a failing disk. */
const LAST_SYSTEM_ERROR = 4096;

export interface Film {
  /** frames per second, on average */
  fps: number;
  /** Decoded frames from the one shown at a time on, in order; each is freed when the next is requested. */
  frames(fromMs: number): AsyncGenerator<{ frame: Frame; atMs: number }>;
  close(): Promise<void>;
}

/** @throws BrokenFilm */
export async function openFilm(path: string): Promise<Film> {
  const input = new FormatContext();
  assertWhole(await input.openInput(path), 'its index can’t be read');
  const stream = input.streams[input.findBestStream(AVMEDIA_TYPE_VIDEO)];
  if (!stream) throw new BrokenFilm('it has no video track');
  const { num, den } = stream.avgFrameRate;
  return {
    fps: den > 0 && num > 0 ? num / den : 0,
    frames: (fromMs) => readFrames(input, stream, fromMs),
    close: async () => void (await input.closeInput()),
  };
}

async function* readFrames(input: FormatContext, stream: Stream, fromMs: number) {
  const { num, den } = stream.timeBase;
  const start = BigInt(Math.floor((fromMs * den) / num / 1000));
  if (fromMs > 0)
    assertWhole(await input.seekFrame(stream.index, start, AVSEEK_FLAG_BACKWARD), 'its index points nowhere');
  const { decode, close } = await openDecoder(stream);
  const packet = new Packet();
  packet.alloc();
  /** the last frame before the start, which may still be shown at the start */
  let before: Frame | null = null;
  const timeOf = (frame: Frame) => (Number(frame.bestEffortTimestamp) * 1000 * num) / den;
  try {
    for (let ended = false; !ended; ) {
      const read = await input.readFrame(packet);
      ended = read === AVERROR_EOF;
      if (!ended) assertWhole(read, 'a frame can’t be read');
      if (!ended && packet.streamIndex !== stream.index) {
        packet.unref();
        continue;
      }
      for await (const frame of decode(ended ? null : packet)) {
        if (timeOf(frame) <= fromMs) {
          before?.free();
          before = frame.clone();
          continue;
        }
        if (before) yield { frame: before, atMs: fromMs };
        before?.free();
        before = null;
        yield { frame, atMs: timeOf(frame) };
      }
      packet.unref();
    }
    if (before) yield { frame: before, atMs: fromMs };
  } finally {
    before?.free();
    packet.free();
    close();
  }
}

/** Skips frames that can't be decoded. */
async function openDecoder({ codecpar }: Stream) {
  const codec = Codec.findDecoder(codecpar.codecId);
  if (!codec) throw new BrokenFilm('its codec is unknown');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.threadCount = 2;
  assertWhole(codecpar.toContext(context), 'its parameters can’t be used');
  assertWhole(await context.open2(codec), 'its decoder can’t be opened');
  const frame = new Frame();
  frame.alloc();
  return {
    async *decode(packet: Packet | null): AsyncGenerator<Frame> {
      await context.sendPacket(packet);
      while ((await context.receiveFrame(frame)) >= 0) yield frame;
    },
    close() {
      frame.free();
      context.freeContext();
    },
  };
}

export function assertWhole(code: number, what: string): void {
  if (code >= 0) return;
  const error = new FFmpegError(code);
  if (code > -LAST_SYSTEM_ERROR) throw error;
  throw new BrokenFilm(`${what} (${error.message})`);
}

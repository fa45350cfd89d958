import { Encoder, Muxer } from 'node-av/api';
import { AV_LOG_FATAL, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Frame, Log, Packet, Rational } from 'node-av/lib';
import type { Colour } from './peer-images.ts';

/** Writes H.264 the way engines stream it. */
export interface VideoWriter {
  /** Encodes single-colour frames. @returns the container's output so far */
  write(colours: readonly Colour[]): Promise<Buffer>;
  close(): Promise<Buffer>;
}

export interface VideoWriterOptions {
  width: number;
  height: number;
  fps: number;
}

const KINDS = {
  /** one fragment per frame, like vLLM-Omni: a chunk's last frame arrives with the next chunk */
  mp4: {
    muxer: { format: 'mp4', options: { movflags: '+frag_every_frame+empty_moov+default_base_moof' } },
    encoder: { preset: 'ultrafast', tune: 'zerolatency' },
    maxBFrames: 0,
  },
  /** with reordered frames and a long look-ahead, like Scope: output is seconds old */
  ts: { muxer: { format: 'mpegts', options: {} }, encoder: { preset: 'veryfast' }, maxBFrames: 3 },
} as const;

export async function openVideoWriter(
  kind: keyof typeof KINDS,
  { width, height, fps }: VideoWriterOptions,
): Promise<VideoWriter> {
  Log.setLevel(AV_LOG_FATAL);
  const { muxer: options, encoder: quality, maxBFrames } = KINDS[kind];
  const timeBase = new Rational(1, fps);
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { framerate: new Rational(fps, 1), timeBase, threadCount: 1, maxBFrames },
    options: quality,
  });
  const written: Buffer[] = [];
  const muxer = await Muxer.open(
    {
      write(bytes) {
        written.push(Buffer.from(bytes));
        return bytes.length;
      },
    },
    options,
  );
  const stream = muxer.addStream(encoder);
  let pts = 0n;
  // the codec handles one call at a time, and a thread that exits while it works crashes the process
  let before: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = before.then(work);
    before = result.catch(() => {});
    return result;
  }

  async function drain(): Promise<Buffer> {
    for (let packet = await encoder.receive(); packet instanceof Packet; packet = await encoder.receive()) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
    return Buffer.concat(written.splice(0));
  }

  return {
    write: (colours) =>
      inTurn(async () => {
        const chunk: Buffer[] = [];
        for (const colour of colours) {
          const image = flatImage(width, height, colour);
          image.pts = pts++;
          image.timeBase = timeBase;
          await encoder.encode(image);
          image.free();
          chunk.push(await drain());
        }
        return Buffer.concat(chunk);
      }),
    close: () =>
      inTurn(async () => {
        await encoder.flush();
        const rest = await drain();
        await muxer.close();
        encoder.close();
        return Buffer.concat([rest, ...written.splice(0)]);
      }),
  };
}

/**
 * Encodes single-colour frames as H.264 without a container, like JoyAI-Video-Edit: a keyframe every 16, each with its
 * headers.
 */
export async function openUnitWriter({ width, height, fps }: VideoWriterOptions) {
  Log.setLevel(AV_LOG_FATAL);
  const timeBase = new Rational(1, fps);
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { framerate: new Rational(fps, 1), timeBase, threadCount: 1, maxBFrames: 0, gopSize: 16 },
    options: {
      preset: 'veryfast',
      tune: 'zerolatency',
      crf: 15,
      'x264-params': 'scenecut=0:repeat-headers=1',
    },
  });
  let pts = 0n;
  return {
    async write(colour: Colour): Promise<{ unit: Buffer; key: boolean }> {
      const image = flatImage(width, height, colour);
      image.pts = pts++;
      image.timeBase = timeBase;
      await encoder.encode(image);
      image.free();
      const packet = await encoder.receive();
      if (!(packet instanceof Packet)) throw new Error('no access unit for a frame');
      const encoded = { unit: Buffer.from(packet.data ?? []), key: packet.isKeyframe };
      packet.free();
      return encoded;
    },
    close: () => encoder.close(),
  };
}

export function flatImage(width: number, height: number, colour: Colour): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = width;
  frame.height = height;
  frame.getBuffer(0);
  asYuv(colour).forEach((value, plane) => void frame.data?.[plane]?.fill(value));
  return frame;
}

/** BT.601 in limited range, which decoders assume for small frames. */
function asYuv([red, green, blue]: Colour): number[] {
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [
    16 + (luma * 219) / 255,
    128 + ((blue - luma) * 224) / (255 * 1.772),
    128 + ((red - luma) * 224) / (255 * 1.402),
  ].map(Math.round);
}

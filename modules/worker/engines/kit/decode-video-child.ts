/**
 * The process that decodes an engine's video, forked by the worker. It is separate because codecs may crash, and a
 * reader waiting for bytes blocks its thread.
 */
import { Demuxer, Scaler } from 'node-av/api';
import {
  AV_CODEC_ID_H264,
  AV_LOG_FATAL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import {
  type CodecContext,
  CodecParameters,
  FFmpegError,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { liveWithChannel } from '../../../kit/children/in-child.ts';
import { sizeFault } from '../../../kit/images/image-order.ts';
import { createSoundConverter, openDecoder } from './decoders.ts';
import type { Container, VideoOptions, VideoOrder, VideoReport } from './video-protocol.ts';

/** Fragmented MP4 declares its codec up front; a transport stream only reveals it in its first frames. */
const CONTAINERS = {
  mp4: { format: 'mov', skipStreamInfo: true, options: {} },
  ts: { format: 'mpegts', skipStreamInfo: false, options: { probesize: '32768', analyzeduration: '100000' } },
} as const;

/** Small, so that a chunk isn't held back until the next one fills the buffer. */
const BUFFER_BYTES = 4096;
const END_OF_FILE = null;

liveWithChannel();
const waiting: (Buffer | typeof END_OF_FILE)[] = [];
let isAtEnd = false;
let wake = () => {};

process.on('message', (order: VideoOrder) => {
  if (order.type === 'open') void run(order.container, order);
  else waiting.push(order.type === 'bytes' ? Buffer.from(order.bytes) : END_OF_FILE);
  wake();
});

const send = (report: VideoReport) => process.send?.(report);

/** Pending until the worker takes what was decoded last. Otherwise a small file's frames would fill the memory here. */
let taken: Promise<unknown> = Promise.resolve();
async function sendInTurn(decoded: Extract<VideoReport, { type: 'image' | 'sound' }>): Promise<void> {
  await taken;
  taken = new Promise((resolve) => process.send?.(decoded, undefined, undefined, resolve));
}

/** Decodes one file after another. */
async function run(container: Container, options: VideoOptions): Promise<void> {
  Log.setLevel(AV_LOG_FATAL);
  try {
    if (container === 'h264') return await decodeUnits(options);
    while (true) {
      isAtEnd = false;
      const demuxer = await Demuxer.open({ read }, { ...CONTAINERS[container], bufferSize: BUFFER_BYTES });
      await decode(demuxer, options);
      if (!isAtEnd) throw new Error('it ends before its bytes do');
      await demuxer.close();
      send({ type: 'ended' });
    }
  } catch {
    send({ type: 'fault' });
  }
}

/** Feeds the demuxer. It asks for more only once it has decoded everything so far. */
async function read(size = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
  while (waiting.length === 0 && !isAtEnd) {
    send({ type: 'idle' });
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  const first = isAtEnd ? END_OF_FILE : (waiting.shift() as Buffer | typeof END_OF_FILE);
  if (first === END_OF_FILE) {
    isAtEnd = true;
    return null;
  }
  if (first.length > size) waiting.unshift(first.subarray(size));
  return first.subarray(0, size);
}

async function decode(demuxer: Demuxer, options: VideoOptions): Promise<void> {
  const video = demuxer.video();
  if (!video) throw new Error('no video in it');
  const tracks = [await openFrames(video, options)];
  const audio = options.hasSound ? demuxer.audio() : undefined;
  if (audio) tracks.push(await openSound(audio));
  const packet = new Packet();
  packet.alloc();
  while (true) {
    const got = await demuxer.getFormatContext().readFrame(packet);
    if (got === AVERROR_EOF) break;
    FFmpegError.throwIfError(got, 'read');
    const track = tracks.find(({ index }) => index === packet.streamIndex);
    await track?.decode(packet);
    packet.unref();
  }
  for (const track of tracks) {
    await track.decode(null);
    track.close();
  }
  packet.free();
}

/** Each unit yields its image at once; a parser would hold it back until the next one. */
async function decodeUnits(options: VideoOptions): Promise<void> {
  const codecpar = new CodecParameters();
  codecpar.alloc();
  codecpar.codecType = AVMEDIA_TYPE_VIDEO;
  codecpar.codecId = AV_CODEC_ID_H264;
  const frames = await openFrames({ codecpar, index: 0, timeBase: new Rational(1, 1000) }, options);
  const packet = new Packet();
  packet.alloc();
  for (let unit = await read(); unit !== END_OF_FILE; unit = await read()) {
    packet.data = unit;
    await frames.decode(packet);
    packet.unref();
  }
}

async function openFrames(
  stream: Pick<Stream, 'codecpar' | 'index' | 'timeBase'>,
  { covers, isLastOnly }: VideoOptions,
) {
  const scaler = new Scaler();
  const context = await openDecoder(stream.codecpar);
  const frame = new Frame();
  frame.alloc();
  const last = new Frame();
  last.alloc();

  async function sendImage(image: Frame): Promise<void> {
    if (sizeFault(image.width, image.height)) throw new Error('frames of an unsupported shape');
    const resize = covers ? coveringSize(image, covers) : { width: image.width, height: image.height };
    const pixels = await scaler.toBuffer(image, { format: 'rgb', resize });
    const times = { at: ms(image.pts, stream), lasts: ms(image.duration, stream) };
    await sendInTurn({ type: 'image', pixels, ...resize, ...times });
  }

  return {
    index: stream.index,
    async decode(packet: Packet | null): Promise<void> {
      for await (const image of framesOf(context, packet, frame)) {
        if (!isLastOnly) await sendImage(image);
        else {
          last.unref();
          last.ref(image);
        }
      }
      if (packet === null && isLastOnly && last.width > 0) await sendImage(last);
    },
    close(): void {
      frame.free();
      last.free();
      scaler.close();
    },
  };
}

async function openSound(stream: Stream) {
  const context = await openDecoder(stream.codecpar);
  const converter = createSoundConverter();
  const frame = new Frame();
  frame.alloc();
  return {
    index: stream.index,
    async decode(packet: Packet | null): Promise<void> {
      for await (const sound of framesOf(context, packet, frame))
        await sendInTurn({ type: 'sound', samples: converter.convert(sound), at: ms(sound.pts, stream) });
    },
    close(): void {
      frame.free();
      converter.close();
    },
  };
}

/** Decodes a packet; null flushes what the decoder holds back. */
async function* framesOf(context: CodecContext, packet: Packet | null, frame: Frame): AsyncGenerator<Frame> {
  FFmpegError.throwIfError(await context.sendPacket(packet), 'decode');
  while (true) {
    const got = await context.receiveFrame(frame);
    if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
    FFmpegError.throwIfError(got, 'decode');
    yield frame;
    frame.unref();
  }
}

const ms = (ticks: bigint, { timeBase }: Pick<Stream, 'timeBase'>) =>
  (Number(ticks) * 1000 * timeBase.num) / timeBase.den;

/** The smallest size with the image's shape that covers the given one; never larger than the image. */
function coveringSize({ width, height }: Frame, covers: { width: number; height: number }) {
  const scale = Math.min(1, Math.max(covers.width / width, covers.height / height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

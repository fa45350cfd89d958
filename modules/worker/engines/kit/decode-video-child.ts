/**
 * The process that decodes an engine's video, forked by the worker. It is separate because codecs may crash, and a
 * reader waiting for bytes blocks its thread.
 */
import { Demuxer, Scaler } from 'node-av/api';
import { AV_LOG_FATAL, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Log, Packet } from 'node-av/lib';
import { liveWithChannel } from '../../../kit/children/in-child.ts';
import { MAX_IMAGE_PIXELS, sizeFault } from '../../../kit/images/image-order.ts';
import type { Container, VideoOrder, VideoReport } from './video-protocol.ts';

/** Fragmented MP4 declares its codec up front; a transport stream only reveals it in its first frames. */
const CONTAINERS = {
  mp4: { format: 'mov', skipStreamInfo: true, options: {} },
  ts: { format: 'mpegts', skipStreamInfo: false, options: { probesize: '32768', analyzeduration: '100000' } },
} as const;

/** Small, so that a chunk isn't held back until the next one fills the buffer. */
const BUFFER_BYTES = 4096;

liveWithChannel();
const waiting: Buffer[] = [];
let wake = () => {};

process.on('message', (order: VideoOrder) => {
  if (order.type === 'open') void run(order.container);
  else waiting.push(Buffer.from(order.bytes));
  wake();
});

const send = (report: VideoReport) => process.send?.(report);

async function run(container: Container): Promise<void> {
  Log.setLevel(AV_LOG_FATAL);
  try {
    const demuxer = await Demuxer.open({ read }, { ...CONTAINERS[container], bufferSize: BUFFER_BYTES });
    await decode(demuxer);
  } catch {
    send({ type: 'fault' });
  }
}

/** Feeds the demuxer. It asks for more only once it has decoded everything so far. */
async function read(size: number): Promise<Buffer> {
  while (waiting.length === 0) {
    send({ type: 'idle' });
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  const first = waiting.shift() as Buffer;
  if (first.length > size) waiting.unshift(first.subarray(size));
  return first.subarray(0, size);
}

async function decode(demuxer: Demuxer): Promise<void> {
  const stream = demuxer.video();
  if (!stream) throw new Error('no pictures in it');
  const context = await openDecoder(stream.codecpar);
  const scaler = new Scaler();
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  while (true) {
    FFmpegError.throwIfError(await demuxer.getFormatContext().readFrame(packet), 'read');
    if (packet.streamIndex === stream.index) {
      FFmpegError.throwIfError(await context.sendPacket(packet), 'decode');
      await sendImages(context, frame, scaler);
    }
    packet.unref();
  }
}

async function sendImages(context: CodecContext, frame: Frame, scaler: Scaler): Promise<void> {
  while (true) {
    const got = await context.receiveFrame(frame);
    if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
    FFmpegError.throwIfError(got, 'decode');
    if (sizeFault(frame.width, frame.height)) throw new Error('pictures of a shape that nobody shows');
    const pixels = await scaler.toBuffer(frame, { format: 'rgb' });
    send({ type: 'image', pixels, width: frame.width, height: frame.height });
    frame.unref();
  }
}

/** Single-threaded, since more threads would delay frames. Corrupt data raises an error instead of showing grey. */
async function openDecoder(parameters: Parameters<CodecContext['parametersToContext']>[0]) {
  const codec = Codec.findDecoder(parameters.codecId);
  if (!codec) throw new Error('no decoder for it');
  const context = new CodecContext();
  context.allocContext3(codec);
  FFmpegError.throwIfError(context.parametersToContext(parameters), 'open');
  context.threadCount = 1;
  context.setOption('err_detect', 'explode');
  context.setOption('max_pixels', String(MAX_IMAGE_PIXELS));
  FFmpegError.throwIfError(await context.open2(codec), 'open');
  return context;
}

import { readFile } from 'node:fs/promises';
import { AV_PKT_FLAG_CORRUPT, AV_PKT_FLAG_KEY, AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import sharp from 'sharp';

/** The file on disk isn't what we wrote: an unreported disk fault, or a codec bug. */
export class BrokenFile extends Error {}

/** Properties that the finished video must have. */
export interface ExpectedVideo {
  /** pixels */
  width: number;
  height: number;
  frames: number;
  durationMs: number;
}

/** Rounding of the video's clock, plus one frame. */
const DURATION_TOLERANCE_MS = 80;

/**
 * Verifies a finished video: reads its index and every frame's bytes, and decodes the keyframes and everything after
 * the last one.
 * @throws BrokenFile, or the system's error if the disk can't be read
 */
export async function checkVideo(path: string, expected: ExpectedVideo): Promise<void> {
  const input = new FormatContext();
  try {
    assertWhole(await input.openInput(path), 'its index can’t be read');
    const index = input.findBestStream(AVMEDIA_TYPE_VIDEO);
    const stream = input.streams[index];
    if (!stream) throw new BrokenFile('it has no video track');
    const { width, height } = stream.codecpar;
    const durationMs = (Number(stream.duration) * 1000 * stream.timeBase.num) / stream.timeBase.den;
    if (width !== expected.width || height !== expected.height)
      throw new BrokenFile(`it has ${width} × ${height} pixels`);
    if (Math.abs(durationMs - expected.durationMs) > DURATION_TOLERANCE_MS)
      throw new BrokenFile(`it lasts ${durationMs} ms instead of ${expected.durationMs}`);
    await checkFrames(input, stream, expected);
  } catch (error) {
    if (error instanceof BrokenFile) error.message = `${path} is broken: ${error.message}`;
    throw error;
  } finally {
    await input.closeInput();
  }
}

/** Decodes every keyframe, then every frame from the last keyframe on. */
async function checkFrames(input: FormatContext, stream: Stream, expected: ExpectedVideo): Promise<void> {
  const { keys, lastKey } = await checkPackets(input, stream, expected.frames);
  await seek(input, stream, 0n);
  const shown = await countDecoded(input, stream, expected, { enough: keys, keysOnly: true });
  if (shown < keys) throw new BrokenFile(`${keys - shown} of its ${keys} keyframes can’t be decoded`);
  await seek(input, stream, lastKey.at);
  const decoded = await countDecoded(input, stream, expected, { enough: lastKey.frames });
  if (decoded < lastKey.frames)
    throw new BrokenFile(`${lastKey.frames - decoded} of its last ${lastKey.frames} frames can’t be decoded`);
}

/** @returns the number of keyframes, the time of the last one, and the number of frames from there on */
async function checkPackets(
  input: FormatContext,
  { index }: Stream,
  expected: number,
): Promise<{ keys: number; lastKey: { at: bigint; frames: number } }> {
  let frames = 0;
  let keys = 0;
  let last = { at: 0n, before: 0 };
  for await (const packet of packetsOf(input, index)) {
    if (packet.size === 0 || packet.hasFlags(AV_PKT_FLAG_CORRUPT))
      throw new BrokenFile(`the bytes of frame ${frames} are missing`);
    if (packet.hasFlags(AV_PKT_FLAG_KEY)) {
      last = { at: packet.pts, before: frames };
      keys += 1;
    }
    frames += 1;
  }
  if (frames !== expected) throw new BrokenFile(`it has ${frames} frames instead of ${expected}`);
  return { keys, lastKey: { at: last.at, frames: frames - last.before } };
}

/**
 * Decodes from the current position until `enough` frames are out or the input ends.
 * @param keysOnly count only keyframes that needed no error concealment
 */
async function countDecoded(
  input: FormatContext,
  { codecpar, index }: Stream,
  { width, height }: ExpectedVideo,
  { enough, keysOnly = false }: { enough: number; keysOnly?: boolean },
): Promise<number> {
  const codec = Codec.findDecoder(codecpar.codecId);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  const frame = new Frame();
  frame.alloc();
  let count = 0;
  const receive = async () => {
    while (count < enough && (await decoder.receiveFrame(frame)) >= 0) {
      if (frame.width !== width || frame.height !== height)
        throw new BrokenFile(`a frame has ${frame.width} × ${frame.height} pixels`);
      if (!keysOnly || frame.decodeErrorFlags === 0) count += 1;
    }
  };
  try {
    FFmpegError.throwIfError(codecpar.toContext(decoder), 'open a decoder');
    FFmpegError.throwIfError(await decoder.open2(codec), 'open a decoder');
    for await (const packet of packetsOf(input, index)) {
      if (keysOnly && !packet.hasFlags(AV_PKT_FLAG_KEY)) continue;
      await decoder.sendPacket(packet);
      await receive();
      if (count >= enough) return count;
    }
    await decoder.sendPacket(null);
    await receive();
    return count;
  } finally {
    frame.free();
    decoder.freeContext();
  }
}

async function* packetsOf(input: FormatContext, index: number): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  try {
    for (;;) {
      const read = await input.readFrame(packet);
      if (read === AVERROR_EOF) return;
      assertWhole(read, 'a frame can’t be read');
      if (packet.streamIndex === index) yield packet;
      packet.unref();
    }
  } finally {
    packet.free();
  }
}

async function seek(input: FormatContext, { index }: Stream, at: bigint): Promise<void> {
  assertWhole(await input.seekFrame(index, at), 'its index points nowhere');
}

/** FFmpeg's own error codes mean a broken file. System errors are thrown unchanged. */
function assertWhole(code: number, what: string): void {
  if (code >= 0) return;
  const error = new FFmpegError(code);
  if (code > -LAST_SYSTEM_ERROR) throw error;
  throw new BrokenFile(`${what} (${error.message})`);
}
const LAST_SYSTEM_ERROR = 4096;

/** Decodes every pixel of a finished image. @throws BrokenFile, or the system's error if the disk can't be read */
export async function checkImage(path: string): Promise<void> {
  const bytes = await readFile(path);
  try {
    await sharp(bytes, { failOn: 'warning' }).raw().toBuffer();
  } catch (error) {
    throw new BrokenFile(`${path} is broken: ${(error as Error).message}`);
  }
}

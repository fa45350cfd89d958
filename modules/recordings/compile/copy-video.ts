import {
  AV_CODEC_ID_H264,
  AV_LOG_FATAL,
  AV_PIX_FMT_YUV420P,
  AV_PKT_FLAG_KEY,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, Log, Packet, Rational } from 'node-av/lib';
import { readAccessUnit, type SequenceSet } from '../../protocol/h264.ts';
import { type IndexedFrame, readTape, type TapeFrame } from '../tape/read-tape.ts';
import { createMomentPicker, momentSlots } from './filmstrip.ts';
import { createPictureDecoder, toJpeg } from './picture-decoder.ts';
import { choosePreview, createPreviewWriter } from './preview.ts';
import { createStillPicker, stillSlots } from './stills.ts';
import { chooseFrameRate, createElapsedClock, MIN_VIDEO_MS, videoLength } from './timeline.ts';
import type { VideoOrder, WrittenVideo } from './written-video.ts';

/** Ticks a second of the video's clock. */
const TIME_BASE = 1000;
/** Pictures that came at once are shown one after the other, this far apart. */
const MIN_STEP_MS = 10;

/**
 * Copies a tape of H.264 into an MP4, each access unit as it came and at its time. Only the pictures that stills and
 * preview are made from are decoded.
 * @returns null where it can't be copied: the parameters change on the way, which players don't follow
 */
export async function copyVideo(
  order: VideoOrder,
  frames: readonly IndexedFrame[],
): Promise<WrittenVideo | null> {
  const fps = chooseFrameRate(order.times);
  const shots = placeFrames(frames, fps);
  const slots = Math.max(1, Math.round((videoLength(order.times) * fps) / 1000));
  const keyAt = keyBefore(frames, shots);
  const inPreview = choosePreview(slots, fps, keyAt);
  const picked = new Set([...stillSlots(slots), ...momentSlots(slots)].map(keyAt));
  const stills = createStillPicker(slots);
  const filmstrip = createMomentPicker(slots);
  const preview = await createPreviewWriter(order.previewPath, fps, inPreview);
  const decode = createPictureDecoder();
  let video: VideoFile | null = null;
  let waiting: { frame: TapeFrame; at: number } | null = null;
  let firstSet: SequenceSet | null = null;
  let written = 0;
  let brokenPictures = 0;
  let damaged = 0;
  let previewFrom = -1;

  async function look(frame: TapeFrame, slot: number): Promise<void> {
    const isPicked = frame.key && picked.has(slot);
    if (!isPicked && !inPreview(slot)) return;
    const decoded = decode(frame);
    if (decoded === null) {
      brokenPictures += 1;
      return;
    }
    if (isPicked) {
      const still = await toJpeg(decoded);
      stills.offer(still, slot);
      filmstrip.offer(still, slot);
    }
    if (slot > previewFrom) await preview.add(decoded, slot, 1);
    previewFrom = slot;
    decoded.free();
  }

  for await (const frame of readTape(order.tapeDir, (bytes) => {
    damaged += bytes;
  })) {
    if (frame.key) {
      const unit = readAccessUnit(frame.picture);
      const set = typeof unit === 'string' ? null : unit.set;
      if (!set || (firstSet && !isSame(set, firstSet))) {
        await video?.abandon();
        await preview.abandon();
        return null;
      }
      firstSet ??= set;
      video ??= await createVideoFile(order.videoPath, set, order.metadata);
    }
    const shot = shots.get(frame.frameId);
    if (!video || !shot) continue;
    if (waiting) await video.write(waiting.frame, waiting.at, shot.at - waiting.at);
    waiting = { frame, at: shot.at };
    written += 1;
    await look(frame, shot.slot);
    order.onProgress(Math.min(1, written / frames.length));
  }
  const still = await stills.pick();
  if (!video || !waiting || !firstSet || still === null) {
    await video?.abandon();
    await preview.abandon();
    return null;
  }
  const durationMs = Math.max(MIN_VIDEO_MS, waiting.at + Math.round(1000 / fps));
  await video.write(waiting.frame, waiting.at, durationMs - waiting.at);
  await video.finish();
  await order.onVideo(durationMs);
  await preview.finish(still);
  return {
    still,
    moments: filmstrip.pick(),
    durationMs,
    width: firstSet.width,
    height: firstSet.height,
    fps,
    frames: written,
    brokenPictures,
    damaged,
  };
}

/** Time of a picture in the video, in ms, and its place among frames of a constant rate. */
interface Shot {
  at: number;
  slot: number;
}

function placeFrames(frames: readonly IndexedFrame[], fps: number): Map<number, Shot> {
  const clock = createElapsedClock();
  const shots = new Map<number, Shot>();
  let next = 0;
  for (const frame of frames) {
    const at = Math.max(Math.round(clock(frame.at)), next);
    next = at + MIN_STEP_MS;
    shots.set(frame.frameId, { at, slot: Math.round((at * fps) / 1000) });
  }
  return shots;
}

/** Slot of the keyframe at or before a slot. */
function keyBefore(frames: readonly IndexedFrame[], shots: Map<number, Shot>): (slot: number) => number {
  const keys = frames.flatMap(({ key, frameId }) => (key ? (shots.get(frameId)?.slot ?? []) : []));
  return (slot) => keys.findLast((key) => key <= slot) ?? keys[0] ?? 0;
}

const isSame = (one: SequenceSet, other: SequenceSet): boolean =>
  Buffer.concat(one.parameters).equals(Buffer.concat(other.parameters));

interface VideoFile {
  /** Adds an access unit, shown from there on and for so long, in ms. */
  write(frame: TapeFrame, at: number, duration: number): Promise<void>;
  finish(): Promise<void>;
  /** Closes what will not be whole. */
  abandon(): Promise<void>;
}

/** Opens an H.264 MP4, index in front. @throws FFmpegError when the file fails */
async function createVideoFile(
  path: string,
  set: SequenceSet,
  metadata: Record<string, string> | null,
): Promise<VideoFile> {
  Log.setLevel(AV_LOG_FATAL);
  const context = new FormatContext();
  FFmpegError.throwIfError(context.allocOutputContext2(null, 'mp4', path), 'open an MP4');
  const stream = context.newStream();
  stream.timeBase = new Rational(1, TIME_BASE);
  const { codecpar } = stream;
  codecpar.codecType = AVMEDIA_TYPE_VIDEO;
  codecpar.codecId = AV_CODEC_ID_H264;
  codecpar.format = AV_PIX_FMT_YUV420P;
  codecpar.width = set.width;
  codecpar.height = set.height;
  codecpar.extradata = Buffer.concat(set.parameters);
  if (metadata) context.metadata = Dictionary.fromObject(metadata);
  FFmpegError.throwIfError(await context.openOutput(), 'open an MP4');
  const options = Dictionary.fromObject({ movflags: '+faststart' });
  FFmpegError.throwIfError(await context.writeHeader(options), 'write an MP4');
  const packet = new Packet();
  packet.alloc();

  return {
    async write({ picture, key }, at, duration) {
      const { num, den } = stream.timeBase;
      const ticks = (ms: number) => BigInt(Math.round((ms * den) / (1000 * num)));
      packet.data = picture;
      packet.streamIndex = stream.index;
      packet.pts = ticks(at);
      packet.dts = packet.pts;
      packet.duration = ticks(duration);
      packet.flags = (key ? AV_PKT_FLAG_KEY : 0) as typeof packet.flags;
      FFmpegError.throwIfError(await context.writeFrame(packet), 'write an MP4');
      packet.unref();
    },
    async finish() {
      FFmpegError.throwIfError(await context.writeTrailer(), 'end an MP4');
      await context.closeOutput();
      context.freeContext();
    },
    async abandon() {
      await context.closeOutput();
      context.freeContext();
    },
  };
}

import { AV_PIX_FMT_YUV420P, AV_PKT_FLAG_KEY, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Packet, Rational, type Stream } from 'node-av/lib';
import { findDecoder, openKeyframeDecoder } from '../../kit/images/frame-codecs.ts';
import type { SequenceSet } from '../../protocol/access-unit.ts';
import { CODECS, type VideoCodec } from '../../protocol/codecs.ts';
import { type IndexedFrame, readTape, type TapeFrame } from '../tape/read-tape.ts';
import { createMomentPicker, momentSlots } from './filmstrip.ts';
import { createFrameDecoder, type DecodedFrame, toJpeg } from './frame-decoder.ts';
import { type Mp4File, openMp4 } from './mp4-file.ts';
import type { Place } from './places.ts';
import { choosePreview, createPreviewWriter } from './preview.ts';
import { createStillPicker, stillSlots } from './stills.ts';
import { chooseFrameRate, createElapsedClock, MIN_VIDEO_MS, videoLength } from './timeline.ts';
import type { VideoOrder, WrittenVideo } from './written-video.ts';

/** Timestamps are in ms. */
const TIME_BASE = new Rational(1, 1000);
/** Square pixels, as browsers show them live. */
const SQUARE = new Rational(1, 1);
/** Frames that arrive at once are shown this far apart. */
const MIN_STEP_MS = 10;

/**
 * Copies a tape's access units into an MP4, unchanged and at their own times. Decodes only the frames needed for
 * stills and the preview.
 * @returns null if it can't be copied: the parameters change midway, which players don't support, or decode order
 *   differs from display order
 */
export async function copyVideo(
  order: VideoOrder,
  frames: readonly IndexedFrame[],
  codec: VideoCodec,
): Promise<WrittenVideo | null> {
  const { decoder, readUnit, refersToLater } = CODECS[codec].video;
  const fps = chooseFrameRate(order.times);
  const shots = placeShots(frames, fps);
  const slots = Math.max(1, Math.round((videoLength(order.times) * fps) / 1000));
  const looks = await createLooks({ order, frames, shots, slots, fps });
  let video: Mp4File | null = null;
  let waiting: { frame: TapeFrame; at: number } | null = null;
  let firstSet: SequenceSet | null = null;
  const places: Place[] = [];
  let damaged = 0;

  async function abandon(): Promise<null> {
    await video?.abandon();
    await looks.abandon();
    return null;
  }

  for await (const frame of readTape(order.tapeDir, (bytes) => {
    damaged += bytes;
  })) {
    if (refersToLater(frame.bytes)) return await abandon();
    if (frame.key) {
      const unit = readUnit(frame.bytes);
      const set = typeof unit === 'string' ? null : unit.set;
      if (!set || (firstSet && !isSame(set, firstSet))) return await abandon();
      firstSet ??= set;
      video ??= await openMp4(order.videoPath, [describeTrack(decoder, set, frame.bytes)], order.createdAt);
    }
    const shot = shots.get(frame.frameId);
    if (!video || !shot) continue;
    if (waiting) await writeUnit(video, waiting.frame, waiting.at, shot.at - waiting.at);
    waiting = { frame, at: shot.at };
    places.push({ frameId: frame.frameId, frame: places.length, at: shot.at });
    await looks.offer(frame);
    order.onProgress(Math.min(1, places.length / frames.length));
  }
  const seen = await looks.end();
  if (!video || !waiting || !firstSet || seen.still === null) return await abandon();
  const durationMs = Math.max(MIN_VIDEO_MS, waiting.at + Math.round(1000 / fps));
  await writeUnit(video, waiting.frame, waiting.at, durationMs - waiting.at);
  await video.finish(order.describe(places, durationMs));
  await order.onVideo(durationMs);
  return {
    still: seen.still,
    moments: seen.moments,
    preview: await looks.finishPreview(seen.still),
    durationMs,
    width: firstSet.width,
    height: firstSet.height,
    fps,
    frames: places.length,
    brokenFrames: seen.brokenFrames,
    damaged,
  };
}

interface LookedAt {
  order: VideoOrder;
  frames: readonly IndexedFrame[];
  shots: ReadonlyMap<number, Shot>;
  slots: number;
  fps: number;
}

async function createLooks({ order, frames, shots, slots, fps }: LookedAt) {
  const keyAt = keyBefore(frames, shots);
  const inPreview = choosePreview(slots, fps, keyAt);
  const picked = new Set([...stillSlots(slots), ...momentSlots(slots)].map(keyAt));
  const stills = createStillPicker(slots);
  const filmstrip = createMomentPicker(slots);
  const preview = await createPreviewWriter(order, fps, inPreview);
  const decoder = createFrameDecoder<TapeFrame>();
  let brokenFrames = 0;

  async function look({ frame, decoded }: DecodedFrame<TapeFrame>): Promise<void> {
    const { slot = 0, lasts = 0 } = shots.get(frame.frameId) ?? {};
    if (decoded === null) brokenFrames += 1;
    else if (frame.key && picked.has(slot)) {
      const still = await toJpeg(decoded);
      stills.offer(still, slot);
      filmstrip.offer(still, slot);
    }
    await preview.add(decoded, slot, lasts);
    decoded?.free();
  }

  async function settle(): Promise<void> {
    for (const done of decoder.end()) await look(done);
  }

  return {
    async offer(frame: TapeFrame): Promise<void> {
      const { slot = 0 } = shots.get(frame.frameId) ?? {};
      const isWanted = inPreview(slot) || (frame.key && picked.has(slot));
      // The decoder doesn't get the frames between two parts, so flush it.
      if (!isWanted || frame.key) await settle();
      if (isWanted) for (const done of decoder.add(frame)) await look(done);
    },
    async end() {
      await settle();
      return { still: await stills.pick(), moments: filmstrip.pick(), brokenFrames };
    },
    finishPreview: preview.finish,
    abandon: preview.abandon,
  };
}

/** Time of a frame in the video, in ms, and its slot at a constant frame rate. */
interface Shot {
  at: number;
  slot: number;
  /** slots until the next frame; 0 if the next frame has the same slot */
  lasts: number;
}

function placeShots(frames: readonly IndexedFrame[], fps: number): Map<number, Shot> {
  const clock = createElapsedClock();
  const shots = new Map<number, Shot>();
  let next = 0;
  let before: Shot | null = null;
  for (const frame of frames) {
    const at = Math.max(Math.round(clock(frame.at)), next);
    next = at + MIN_STEP_MS;
    const shot = { at, slot: Math.round((at * fps) / 1000), lasts: 1 };
    if (before) before.lasts = shot.slot - before.slot;
    shots.set(frame.frameId, shot);
    before = shot;
  }
  return shots;
}

/** Slot of the last keyframe at or before a slot. */
function keyBefore(
  frames: readonly IndexedFrame[],
  shots: ReadonlyMap<number, Shot>,
): (slot: number) => number {
  const keys = frames.flatMap(({ key, frameId }) => (key ? (shots.get(frameId)?.slot ?? []) : []));
  return (slot) => keys.findLast((key) => key <= slot) ?? keys[0] ?? 0;
}

const isSame = (one: SequenceSet, other: SequenceSet): boolean =>
  Buffer.concat(one.parameters).equals(Buffer.concat(other.parameters));

/**
 * Sets the track's parameters from the worker's sequence parameters.
 * @param keyframe decoded to read the colour properties
 */
const describeTrack = (decoder: string, set: SequenceSet, keyframe: Buffer) => (stream: Stream) => {
  stream.timeBase = TIME_BASE;
  const { codecpar } = stream;
  codecpar.codecType = AVMEDIA_TYPE_VIDEO;
  codecpar.codecId = findDecoder(decoder).id;
  codecpar.format = AV_PIX_FMT_YUV420P;
  codecpar.width = set.width;
  codecpar.height = set.height;
  codecpar.extradata = Buffer.concat(set.parameters);
  codecpar.sampleAspectRatio = SQUARE;
  const frame = openKeyframeDecoder(decoder)(keyframe);
  if (!frame) return;
  codecpar.colorRange = frame.colorRange;
  codecpar.colorPrimaries = frame.colorPrimaries;
  codecpar.colorTrc = frame.colorTrc;
  codecpar.colorSpace = frame.colorSpace;
  frame.free();
};

/** Writes an access unit with its time and duration, in ms. */
async function writeUnit(file: Mp4File, { bytes, key }: TapeFrame, at: number, duration: number) {
  const packet = new Packet();
  packet.alloc();
  packet.data = bytes;
  packet.pts = BigInt(at);
  packet.dts = packet.pts;
  packet.duration = BigInt(duration);
  packet.flags = (key ? AV_PKT_FLAG_KEY : 0) as typeof packet.flags;
  await file.write(packet, TIME_BASE);
  packet.free();
}

import { availableParallelism } from 'node:os';
import { Encoder, FilterAPI } from 'node-av/api';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_FATAL,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_TRC_IEC61966_2_1,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { FFmpegError, type Frame, Log, Packet, Rational, type Stream } from 'node-av/lib';

import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import type { PixelMark } from '../marks/pixel-mark.ts';
import { type Mp4File, openMp4 } from './mp4-file.ts';

/** Maximum keyframe interval, since players seek to keyframes. */
const KEY_FRAME_SECONDS = 2;
/** More threads gain little at this size, and cost memory. */
const MAX_THREADS = 4;

/**
 * Converts 4:2:0, 4:2:2, 4:4:4 or grey to limited-range 4:2:0, which every browser plays. Other sizes are fitted with
 * their aspect ratio kept.
 * @param range of the input: `pc` for JPEGs, `tv` for most video
 */
const frameFilter = ({ width, height }: VideoFormat, range: 'pc' | 'tv') =>
  [
    `scale=w=${width}:h=${height}:force_original_aspect_ratio=decrease:force_divisible_by=2` +
      `:in_range=${range}:out_range=tv:flags=bicubic`,
    'format=yuv420p',
    `pad=w=${width}:h=${height}:x=(ow-iw)/2:y=(oh-ih)/2`,
    'setsar=1',
  ].join(',');

/** Size in pixels, both even, and maximum bit rate. */
export interface VideoFormat {
  width: number;
  height: number;
  maxRate: string;
  bufferSize: string;
  /** x264's quality: a higher value is smaller and worse */
  crf: number;
}

export const FULL: VideoFormat = {
  width: FRAME_WIDTH,
  height: FRAME_HEIGHT,
  maxRate: '6M',
  bufferSize: '12M',
  crf: 23,
};

/** Encoded sound for a second track. */
export interface CopiedSound {
  timeBase: Rational;
  describe(track: Stream): void;
  /** The next packets, up to this time of the video; each is valid until the next is requested. */
  until(seconds: number): AsyncGenerator<Packet>;
}

interface VideoMore {
  /** watermark for frames; null: none */
  mark?: PixelMark | null;
  /** ISO 8601, for the header; null if unknown */
  createdAt?: string | null;
  /** ends with the picture; null: none */
  sound?: CopiedSound | null;
}

/**
 * Encodes frames into one H.264 MP4 with a constant frame rate and its index in front. Run it in a separate process:
 * decoding blocks, and codecs may crash.
 * @throws FFmpegError if a codec or the file fails
 */
export async function createVideoEncoder(
  path: string,
  fps: number,
  format: VideoFormat = FULL,
  { mark = null, createdAt = null, sound = null }: VideoMore = {},
) {
  Log.setLevel(AV_LOG_FATAL);
  const frameTime = new Rational(1, fps);
  const filterOf = (range: 'pc' | 'tv') =>
    FilterAPI.create(frameFilter(format, range), { graph: { nbThreads: 1 } });
  const [full, limited] = [filterOf('pc'), filterOf('tv')];
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: {
      framerate: new Rational(fps, 1),
      timeBase: frameTime,
      gopSize: KEY_FRAME_SECONDS * fps,
      rcMaxRate: format.maxRate,
      rcBufferSize: format.bufferSize,
      threadCount: Math.min(availableParallelism(), MAX_THREADS),
      colorSpace: AVCOL_SPC_SMPTE170M,
      colorRange: AVCOL_RANGE_MPEG,
      colorPrimaries: AVCOL_PRI_BT709,
      colorTrc: AVCOL_TRC_IEC61966_2_1,
    },
    options: { preset: 'veryfast', crf: format.crf },
  });
  encoder.setCodecFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  let file: Mp4File | null = null;
  let frame: Frame | null = null;
  let needsMark = false;
  let written = 0n;

  /** A frame that can't be scaled is dropped without failing the video. */
  function fitted(decoded: Frame): Frame | undefined {
    try {
      return (decoded.colorRange === AVCOL_RANGE_JPEG ? full : limited).processAllSync(decoded)[0];
    } catch {
      return undefined;
    }
  }

  async function drain(): Promise<void> {
    for (let packet = await encoder.receive(); packet instanceof Packet; packet = await encoder.receive()) {
      // The track's parameters are known once the first packet is out.
      file ??= await openMp4(path, sound ? [describe, sound.describe] : [describe], createdAt);
      const seconds = Number(packet.dts) / fps;
      await file.write(packet, frameTime);
      packet.free();
      await copySound(file, seconds);
    }
  }

  async function copySound(to: Mp4File, seconds: number): Promise<void> {
    if (!sound) return;
    for await (const packet of sound.until(seconds)) await to.write(packet, sound.timeBase, 1);
  }

  function describe(stream: Stream): void {
    stream.timeBase = frameTime;
    const context = encoder.getCodecContext();
    if (!context) throw new Error('the encoder returned a packet before it was open');
    FFmpegError.throwIfError(stream.codecpar.fromContext(context), 'describe an MP4');
  }

  function release(): void {
    encoder.close();
    full.close();
    limited.close();
    frame?.free();
  }

  return {
    /**
     * Sets the frame for the next `show`. @returns false if it's broken; the previous one then stays
     * @param isMarked it already has the watermark
     */
    load(decoded: Frame, isMarked = false): boolean {
      decoded.timeBase = frameTime;
      const next = fitted(decoded);
      if (next === undefined) return false;
      frame?.free();
      frame = next;
      needsMark = !isMarked;
      return true;
    },
    get loaded(): boolean {
      return frame !== null;
    },
    /** Adds the loaded frame this many times. Throws if none has been loaded. */
    async show(repeat: number): Promise<void> {
      if (frame === null) throw new Error('no frame was loaded');
      if (needsMark) await mark?.markFrame(frame, Number(written) / fps);
      needsMark = false;
      for (let count = 0; count < repeat; count += 1) {
        frame.pts = written;
        frame.timeBase = frameTime;
        written += 1n;
        await encoder.encode(frame);
        await drain();
      }
    },
    /** Writes the end of the file and closes it. Throws if nothing was shown. @param metadata keyed by FFmpeg's names */
    async finish(metadata: Readonly<Record<string, string>> = {}): Promise<void> {
      await encoder.flush();
      await drain();
      if (!file) throw new Error('no frame was shown');
      await copySound(file, Number(written) / fps);
      await file.finish(metadata);
      release();
    },
    /** Closes an incomplete file. */
    async abandon(): Promise<void> {
      await file?.abandon();
      release();
    },
  };
}

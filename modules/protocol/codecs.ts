import type { AccessUnit } from './access-unit.ts';
import { holdsBSlice, readAccessUnit } from './h264.ts';

/** Every frame is a complete image. */
const IMAGE_CODEC = { jpeg: 0 } as const;
/** Frames refer to earlier ones. */
const VIDEO_CODEC = { h264: 1 } as const;
/**
 * Ids of codecs in a frame's header, a worker's hello and a viewer's URL. A higher id compresses better, so it is
 * preferred. Everyone supports JPEG.
 */
export const CODEC = { ...IMAGE_CODEC, ...VIDEO_CODEC } as const;
/** In the place of a codec: sound (sound.ts). */
export const SOUND_CODEC = 16;
export const CODEC_IDS: readonly Codec[] = Object.values(CODEC);

type ImageCodec = (typeof IMAGE_CODEC)[keyof typeof IMAGE_CODEC];
export type VideoCodec = (typeof VIDEO_CODEC)[keyof typeof VIDEO_CODEC];
export type Codec = ImageCodec | VideoCodec;

interface CodecFacts<V extends VideoFacts | null> {
  /** for people */
  label: string;
  /** first bytes of every frame */
  startsWith: readonly number[];
  /** letters for a keyframe and for a frame that refers to earlier ones, on tapes; must be unique and never change */
  tapeMarks: { key: string; delta: V extends null ? null : string };
  video: V;
}

interface VideoFacts {
  /** WebCodecs' name of the profile and level that carry 1280 × 720 at 30 fps */
  webCodec: string;
  /** FFmpeg's name of the decoder */
  decoder: string;
  /** Parses the head of a frame. @returns the reason as text if it can't be shown or recorded */
  readUnit(bytes: Uint8Array): AccessUnit | string;
  /** True if a frame may refer to later ones. Reads all of it, so it isn't for live use. */
  refersToLater(bytes: Uint8Array): boolean;
  /** every player shows it, so recordings contain the frames as received */
  isCopied: boolean;
}

/** All that depends on the codec, except encoders: see `modules/worker`. */
export const CODECS: Readonly<
  Record<ImageCodec, CodecFacts<null>> & Record<VideoCodec, CodecFacts<VideoFacts>>
> = {
  [CODEC.jpeg]: {
    label: 'JPEG',
    startsWith: [0xff, 0xd8],
    tapeMarks: { key: 'E', delta: null },
    video: null,
  },
  [CODEC.h264]: {
    label: 'H.264',
    startsWith: [],
    tapeMarks: { key: 'K', delta: 'P' },
    video: {
      webCodec: 'avc1.64001f',
      decoder: 'h264',
      readUnit: readAccessUnit,
      refersToLater: holdsBSlice,
      isCopied: true,
    },
  },
};

export const isVideo = (codec: number | undefined): codec is VideoCodec =>
  isCodec(codec) && CODECS[codec].video !== null;

/**
 * The supported codecs among those that a worker or viewer lists, in the same order. Falls back to JPEG, which everyone
 * supports.
 */
export function readCodecs(named: readonly number[] = []): readonly Codec[] {
  const known = [...new Set(named)].filter(isCodec);
  return known.length > 0 ? known : [CODEC.jpeg];
}

export const isCodec = (id: number | undefined): id is Codec => CODEC_IDS.some((known) => known === id);

import type { AccessUnit } from './access-unit.ts';
import { holdsBSlice, readAccessUnit } from './h264.ts';

/**
 * Ids of codecs in a frame's header, a worker's hello and a viewer's URL. A higher id compresses better, so it is
 * preferred. Everyone supports JPEG. 16 is reserved for sound.
 */
export const CODEC = { jpeg: 0, h264: 1 } as const;
export type Codec = (typeof CODEC)[keyof typeof CODEC];

export const CODEC_IDS: readonly Codec[] = Object.values(CODEC);

interface CodecFacts {
  /** for people */
  label: string;
  /** first bytes of every frame */
  startsWith: readonly number[];
  /** letters for a keyframe and for a frame that refers to earlier ones, on tapes; must be unique and never change */
  tapeMarks: { key: string; delta: string | null };
  /** null if each frame is a complete image */
  video: VideoFacts | null;
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

export const CODECS = {
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
} as const satisfies Record<Codec, CodecFacts>;

/** Codecs whose frames refer to earlier ones. */
export type VideoCodec = {
  [C in Codec]: (typeof CODECS)[C]['video'] extends null ? never : C;
}[Codec];

export const isVideo = (codec: Codec | undefined): codec is VideoCodec =>
  codec !== undefined && CODECS[codec].video !== null;

/**
 * The supported codecs among those that a worker or viewer lists, in the same order. Falls back to JPEG, which everyone
 * supports.
 */
export function readCodecs(named: readonly number[] = []): readonly Codec[] {
  const known = [...new Set(named)].filter(isCodec);
  return known.length > 0 ? known : [CODEC.jpeg];
}

export const isCodec = (id: number | undefined): id is Codec => CODEC_IDS.some((known) => known === id);

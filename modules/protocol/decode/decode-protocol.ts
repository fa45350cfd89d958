import type { Codec } from '../codecs.ts';

/** A self-contained frame and the output to produce. */
export interface DecodeOrder {
  id: number;
  codec: Codec;
  bytes: Uint8Array;
  /** `jpeg` at its own size, or `pixels` (RGB, 8 bits each) scaled to this height */
  as: { kind: 'jpeg' } | { kind: 'pixels'; height: number };
}

export interface Decoded {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** null if the frame can't be decoded */
export interface DecodeAnswer {
  id: number;
  decoded: Decoded | null;
}

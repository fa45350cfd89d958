import type { Codec } from '../../protocol/frame.ts';

/** A frame that shows by itself, and what to make of it. */
export interface DecodeOrder {
  id: number;
  codec: Codec;
  bytes: Uint8Array;
  /** `jpeg` of its own size, or `pixels` (red, green, blue, of 8 bits each) of this height */
  as: { kind: 'jpeg' } | { kind: 'pixels'; height: number };
}

export interface Decoded {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** null: it can't be decoded */
export interface DecodeAnswer {
  id: number;
  decoded: Decoded | null;
}

/** Start parameters of the classifier thread. */
export interface ThreadSetup {
  /** a folder, or `owner/name` on the hub */
  model: string;
  /** URL of the hub */
  hub: string;
  /** folder for downloads from the hub */
  cache: string;
}

export interface ThreadOrder {
  id: number;
  /** RGB, 8 bits each */
  pixels: Uint8Array;
  width: number;
  height: number;
}

/**
 * Anything unusual for the operator to check: the same scores for very different images, or scores rather than logits.
 */
export type Oddity = 'constant' | 'scores';

export type ThreadAnswer =
  /** side: height in pixels of the images that the model expects; note: see Oddity */
  | { type: 'ready'; labels: string[]; side: number; note: Oddity | null }
  | { type: 'failed'; message: string }
  | { type: 'scores'; id: number; scores: [label: string, score: number][] }
  | { type: 'fault'; id: number; message: string };

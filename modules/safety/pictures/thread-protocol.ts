/** Data that the classifier's thread is started with. */
export interface ThreadSetup {
  /** a folder, or `owner/name` on the hub */
  model: string;
  /** address of the hub */
  hub: string;
  /** where what is fetched from the hub is kept */
  cache: string;
}

export interface ThreadOrder {
  id: number;
  /** red, green, blue, of 8 bits each */
  pixels: Uint8Array;
  width: number;
  height: number;
}

export type ThreadAnswer =
  /** side: height in pixels of the pictures that it looks at; note: what an operator should look at */
  | { type: 'ready'; labels: string[]; side: number; note: string | null }
  | { type: 'failed'; message: string }
  | { type: 'scores'; id: number; scores: [label: string, score: number][] }
  | { type: 'fault'; id: number; message: string };

import type { ViewerEvent } from '../../modules/stream/schemas.ts';

/** Frames a second in each 10 s, keyed by the start of the bin (ms since the epoch), and over all. */
export type ClientFpsData = Record<string, number>;

/** How the picture does, once a second while the socket is open. */
export interface Pulse {
  type: 'pulse';
  /** drawn and come in the last two seconds, a second */
  drawn: number;
  came: number;
  /** ms from the generator to the screen; null before the first picture */
  age: number | null;
}

/** Page → frame worker. */
export type WorkerCommand =
  | { type: 'canvas'; canvas: OffscreenCanvas }
  | { type: 'open'; url: string }
  | { type: 'send'; text: string }
  | { type: 'close' };

/** Frame worker → page. Pictures never come this way. */
export type WorkerReport =
  | { type: 'opened' }
  /** drew: this socket brought at least one picture */
  | { type: 'closed'; code: number; drew: boolean }
  | { type: 'event'; event: Exclude<ViewerEvent, { type: 'frame' }> }
  | { type: 'first-frame' }
  | { type: 'prompt-shown'; id: string }
  | { type: 'fps'; data: ClientFpsData }
  | Pulse;

import type { SoundFigures } from './jitter-buffer.ts';

/** Frame worker → sound worker: sound as received, what was drawn, or a break in the connection. */
export type FromFrames = ArrayBuffer | DrawnReport | 'restart';

export interface DrawnReport {
  /** the frame's timestamp */
  at: number;
  /** when it was drawn, in ms since the epoch */
  wall: number;
}

/** Sound worker → worklet: 20 ms of sound, or the frame worker's report. */
export type ToWorklet = { at: number; channels: Float32Array<ArrayBuffer>[] } | DrawnReport | 'restart';

/** Page → worklet: the port that packets come from, and when a time of the audio clock will be heard. */
export type WorkletCommand =
  | { type: 'from'; port: MessagePort }
  | { type: 'clock'; audio: number; wall: number };

/** Page → sound worker. */
export interface SoundPorts {
  frames: MessagePort;
  worklet: MessagePort;
}

/** Worklet → page, once a second. */
export type SoundReport = SoundFigures;

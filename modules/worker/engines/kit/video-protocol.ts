/** Fragmented MP4, or an MPEG transport stream. */
export type Container = 'mp4' | 'ts';

/** Orders of the worker to the process that decodes. */
export type VideoOrder = { type: 'open'; container: Container } | { type: 'bytes'; bytes: Uint8Array };

/** Its answers. */
export type VideoReport =
  /** red, green, blue; 8 bits each */
  | { type: 'picture'; pixels: Uint8Array; width: number; height: number }
  /** everything that came so far is decoded */
  | { type: 'idle' }
  /** the video can't be read */
  | { type: 'fault' };

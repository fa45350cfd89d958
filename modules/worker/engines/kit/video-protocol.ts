/** Fragmented MP4 or an MPEG transport stream. */
export type Container = 'mp4' | 'ts';

/** The worker's orders to the decoder process. */
export type VideoOrder = { type: 'open'; container: Container } | { type: 'bytes'; bytes: Uint8Array };

/** The decoder process's answers. */
export type VideoReport =
  /** RGB, 8 bits per channel */
  | { type: 'image'; pixels: Uint8Array; width: number; height: number }
  /** all bytes so far are decoded */
  | { type: 'idle' }
  /** the video is unreadable */
  | { type: 'fault' };

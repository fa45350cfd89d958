/** Fragmented MP4, an MPEG transport stream, or H.264 without a container: one access unit in each message. */
export type Container = 'mp4' | 'ts' | 'h264';

export interface VideoOptions {
  /** scales larger frames down until they just cover this size; default: as they are */
  covers?: { width: number; height: number } | undefined;
  /** decodes the sound too */
  hasSound?: boolean | undefined;
  /** reports only the last frame of each file */
  isLastOnly?: boolean | undefined;
}

/** The worker's orders to the decoder process. */
export type VideoOrder =
  | ({ type: 'open'; container: Container } & VideoOptions)
  | { type: 'bytes'; bytes: Uint8Array }
  /** the file is complete; the bytes that follow start another one */
  | { type: 'next' };

/** Times are ms from the start of the file. */
export type VideoReport =
  /** RGB, 8 bits per channel */
  | { type: 'image'; pixels: Uint8Array; width: number; height: number; at: number; lasts: number }
  /** 32-bit floats of two channels, interleaved, 48 kHz */
  | { type: 'sound'; samples: Uint8Array; at: number }
  /** all bytes so far are decoded */
  | { type: 'idle' }
  /** the file is decoded to its end */
  | { type: 'ended' }
  /** the video is unreadable */
  | { type: 'fault' };

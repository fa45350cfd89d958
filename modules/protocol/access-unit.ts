/** A video keyframe's parameters. */
export interface SequenceSet {
  /** codec string for WebCodecs, such as `avc1.64001f` */
  codec: string;
  /** pixels */
  width: number;
  height: number;
  /** parameter sets as received; an MP4 track starts with them */
  parameters: readonly Uint8Array[];
}

/** The head of a video frame. */
export interface AccessUnit {
  /** parameters of a keyframe; null for a frame that refers to others */
  set: SequenceSet | null;
}

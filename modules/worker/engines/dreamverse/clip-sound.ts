/** 20 ms of stereo. */
const PACKET_SAMPLES = 960;
const CHANNELS = 2;
const SAMPLES_PER_MS = 48;
/** Held back until a clip's length is known, since its sound is longer than its frames. */
const TAIL_SAMPLES = 4_800;

export interface SoundPacket {
  /** interleaved */
  samples: Float32Array;
  /** ms since the first clip's start */
  due: number;
}

/**
 * Joins the sound of clips into one stream of packets without gaps: each clip's sound starts and ends with its
 * frames. Missing sound is silence.
 */
export function createClipSound() {
  const packets: SoundPacket[] = [];
  let waiting = new Float32Array();
  /** position of the first waiting sample */
  let position = 0;
  let startsClip = true;

  const end = () => position + waiting.length / CHANNELS;

  function append(samples: Float32Array): void {
    const both = new Float32Array(waiting.length + samples.length);
    both.set(waiting);
    both.set(samples, waiting.length);
    waiting = both;
  }

  function pack(kept: number): void {
    while (end() - position >= PACKET_SAMPLES + kept) {
      const samples = waiting.slice(0, PACKET_SAMPLES * CHANNELS);
      waiting = waiting.slice(PACKET_SAMPLES * CHANNELS);
      packets.push({ samples, due: position / SAMPLES_PER_MS });
      position += PACKET_SAMPLES;
    }
  }

  /** Adds silence up to a position, or removes what is beyond it. */
  function cutAt(wanted: number): void {
    const missing = wanted - end();
    if (missing > 0) append(new Float32Array(missing * CHANNELS));
    else waiting = waiting.slice(0, Math.max(0, waiting.length + missing * CHANNELS));
  }

  return {
    packets,
    /** @param at ms since the first clip's start */
    add(samples: Float32Array, at: number): void {
      const from = Math.round(at * SAMPLES_PER_MS);
      if (startsClip && from > end()) cutAt(from);
      const overlap = startsClip ? Math.max(0, end() - from) : 0;
      if (overlap * CHANNELS >= samples.length) return;
      append(samples.subarray(overlap * CHANNELS));
      startsClip = false;
      pack(TAIL_SAMPLES);
    },
    /** @param at ms since the first clip's start */
    endClip(at: number): void {
      cutAt(Math.round(at * SAMPLES_PER_MS));
      startsClip = true;
      pack(0);
    },
  };
}

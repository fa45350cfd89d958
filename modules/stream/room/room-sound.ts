import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import type { SoundPacket } from '../../protocol/sound.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import type { RoomCore } from './room-core.ts';

/** Maximum rise per frame of the difference between the generator's clock and ours, in ms: clocks drift. */
const DRIFT_MS = 1;
/** A packet further away on the tape has a wrong clock; its arrival time counts instead. */
const MAX_AWAY_MS = 5_000;

/** Stored captions; only slows down workers that never settle. */
const CAPTIONS = { capacity: 60, perSecond: 0.5 };

export type RoomSound = ReturnType<typeof createRoomSound>;

/** The path of a dream's sound: from the worker to all listeners and to the tape. Its captions are stored. */
export function createRoomSound(core: RoomCore) {
  const { clock, viewerSlot, fanOut, persist } = core;
  const captions = createTokenBucket(clock, CAPTIONS);
  let position = 0;
  let lastId = -1;
  /** our clock minus the generator's, from the frames with the shortest delay; null before the first */
  let ahead: number | null = null;
  let caption: Extract<ViewerEvent, { type: 'sound_caption' }> | null = null;

  return {
    /** A frame has arrived. @param at its timestamp */
    frame(at: number): void {
      const now = clock.now() - at;
      ahead = ahead === null || Math.abs(now - ahead) > MAX_AWAY_MS ? now : Math.min(now, ahead + DRIFT_MS);
    },
    /** Packets from before the dream, and late or repeated ones, are left out. */
    take(packet: SoundPacket): void {
      const { phase } = core;
      if (phase.name !== 'running' || packet.id <= lastId) return;
      lastId = packet.id;
      const now = clock.now();
      const at = packet.at + (ahead ?? 0);
      phase.tape.appendSound(packet.bytes, ahead !== null && Math.abs(at - now) < MAX_AWAY_MS ? at : now);
      viewerSlot.offerSound(packet.message);
      fanOut.offerSound(packet.message);
    },
    heard(text: string): void {
      if (caption?.text === text) return;
      caption = { type: 'sound_caption', text };
      viewerSlot.send(caption);
      fanOut.send(caption);
      if ((position === 0 && text === '') || persist.isFull() || !captions.take()) return;
      position += 1;
      persist({ kind: 'sound', position, text, heardAt: clock.now() });
    },
    /** Sent to viewers who join; null before the first. */
    event: () => caption,
    send(): void {
      if (caption) viewerSlot.send(caption);
    },
  };
}

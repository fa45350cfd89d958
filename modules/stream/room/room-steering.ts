import { type ControlValue, controlFault } from '../../protocol/controls.ts';
import { AT_REST, heldValue, readHeld } from '../../protocol/steering.ts';
import type { ViewerRefusal } from '../../protocol/viewer-messages.ts';
import type { RoomControls } from './room-controls.ts';
import type { RoomCore } from './room-core.ts';

/** Minimum interval between changes, because each goes into the timeline. */
const INTERVAL_MS = 80;
/** Pages repeat held controls more often than this. After a longer silence, they count as released. */
const SILENCE_MS = 1_000;

interface Hold {
  wanted: ControlValue;
  heardAt: number;
  sentAt: number;
}

export type RoomSteering = ReturnType<typeof createRoomSteering>;

/**
 * Steering by controls of kind `axes`. Only the newest state goes to the worker, at most once a frame, and it
 * returns to rest by itself once its page is silent.
 */
export function createRoomSteering({ clock }: Pick<RoomCore, 'clock'>, controls: RoomControls) {
  const holds = new Map<string, Hold>();

  function pass(name: string, hold: Hold, now: number): ViewerRefusal | null {
    if (hold.wanted === controls.value(name)) {
      if (hold.wanted === AT_REST) holds.delete(name);
      return null;
    }
    if (now - hold.sentAt < INTERVAL_MS) return null;
    hold.sentAt = now;
    return controls.take(name, hold.wanted);
  }

  return {
    /** Accepts any change of a control; those of kind `axes` may be delayed. @returns why it is rejected, or null */
    take(name: string, value: ControlValue): ViewerRefusal | null {
      const control = controls.declared().controls.find((one) => one.name === name);
      if (control?.kind !== 'axes' || controlFault(control, value) !== null)
        return controls.take(name, value);
      const now = clock.monotonic();
      const held = readHeld(value);
      const wanted = held ? heldValue(held) : AT_REST;
      const hold = holds.get(name) ?? { wanted, heardAt: now, sentAt: Number.NEGATIVE_INFINITY };
      holds.set(name, Object.assign(hold, { wanted, heardAt: now }));
      return pass(name, hold, now);
    },
    /** Called with each frame, and periodically. */
    tick(): void {
      const now = clock.monotonic();
      for (const [name, hold] of holds) {
        if (now - hold.heardAt > SILENCE_MS) hold.wanted = AT_REST;
        pass(name, hold, now);
      }
    },
  };
}

import type { EndReason } from '../../dreams/contract/dream-end.ts';
import { m } from '../../kit/texts/m.ts';
import type { Safety } from '../../safety/safety.ts';
import type { RoomCore } from './room-core.ts';

export type RoomSafety = ReturnType<typeof createRoomSafety>;

/** The safety checks of one room: the gate for text, and the watch for frames if configured. */
export function createRoomSafety(
  { dream, viewerSlot, fanOut }: RoomCore,
  safety: Pick<Safety, 'gate' | 'watch' | 'camera'>,
  end: (reason: EndReason) => void,
) {
  const blurEvent = (blurred: boolean) =>
    ({ type: 'safety', blurred, text: blurred ? m.stream_blurred() : null }) as const;
  const blur = (blurred: boolean) => {
    viewerSlot.sendInTurn(blurEvent(blurred));
    fanOut.send(blurEvent(blurred));
  };
  const watch = safety.watch(dream, { blur, end: () => end('unsafe-pictures') });
  return {
    watch,
    camera: safety.camera(dream),
    words: { gate: safety.gate(dream), end: () => end('unsafe-prompts') },
    /** A gate for the words of one watcher, which never count against the dreamer. */
    gateOfWatcher: () => safety.gate(dream),
    /** For a joining watcher: reports that the frames are blurred; null if they aren't. */
    blurred: () => (watch?.isBlurred ? blurEvent(true) : null),
    /** Notifies a joining viewer that the frames are blurred, if they are. */
    send(): void {
      if (watch?.isBlurred) blur(true);
    },
  };
}

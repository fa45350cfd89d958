import type { EndReason } from '../../dreams/contract/dream-end.ts';
import { m } from '../../kit/texts/m.ts';
import type { Safety } from '../../safety/safety.ts';
import type { RoomCore } from './room-core.ts';

/** The safety checks of one room: the gate for text, and the watch for frames if configured. */
export function createRoomSafety(
  { dream, viewerSlot }: RoomCore,
  safety: Pick<Safety, 'gate' | 'watch'>,
  end: (reason: EndReason) => void,
) {
  const blur = (blurred: boolean) =>
    viewerSlot.sendInTurn({ type: 'safety', blurred, text: blurred ? m.stream_blurred() : null });
  const watch = safety.watch(dream, { blur, end: () => end('unsafe-pictures') });
  return {
    watch,
    words: { gate: safety.gate(dream), end: () => end('unsafe-prompts') },
    /** Notifies a joining viewer that the frames are blurred, if they are. */
    send(): void {
      if (watch?.isBlurred) blur(true);
    },
  };
}

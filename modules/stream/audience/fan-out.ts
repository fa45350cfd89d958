import type { Locale } from '../../kit/texts/locale.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { eventText, type ViewerLink } from '../viewer/viewer-link.ts';

/** Watchers served at once. In between, the dreamer's own messages get their turn. */
const SLICE = 64;
/** Frames that may wait for the rest of the audience. Beyond this, all watchers continue from the next keyframe. */
const MAX_BEHIND = 8;

/**
 * Passes the buffers of one dream's frames to its watchers, uncopied and in order. Each watcher's link decides which
 * frames its connection carries.
 * @param defer runs work after pending input
 */
export function createFanOut(defer: (work: () => void) => void = setImmediate) {
  const links = new Set<ViewerLink>();
  const waiting: Frame[] = [];
  let turn: { frame: Frame; to: ViewerLink[]; next: number } | null = null;
  let isDeferred = false;

  function serve(): void {
    isDeferred = false;
    for (let left = SLICE; left > 0; left -= 1) {
      if (!turn || turn.next >= turn.to.length) turn = nextTurn();
      if (!turn) return;
      turn.to[turn.next++]?.offer(turn.frame);
    }
    isDeferred = true;
    defer(serve);
  }

  function nextTurn(): typeof turn {
    const frame = waiting.shift();
    return frame && links.size > 0 ? { frame, to: [...links], next: 0 } : null;
  }

  return {
    links,
    offer(frame: Frame): void {
      if (links.size === 0) return;
      if (waiting.length >= MAX_BEHIND) {
        waiting.length = 0;
        for (const link of links) link.lost();
      }
      waiting.push(frame);
      if (!isDeferred) serve();
    },
    offerSound(message: Uint8Array): void {
      for (const link of links) link.offerSound(message);
    },
    /** Sends an event to every watcher, in each one's language. */
    send(event: ViewerEvent): void {
      const texts = new Map<Locale, string>();
      for (const link of links) {
        const text = texts.get(link.locale) ?? eventText(event, link.locale);
        texts.set(link.locale, text);
        link.sendText(text);
      }
    },
    flush(): void {
      for (const link of links) link.flush();
    },
  };
}

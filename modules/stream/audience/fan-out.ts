import type { Clock } from '../../kit/clock.ts';
import type { Locale } from '../../kit/texts/locale.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { eventText, type ViewerLink } from '../viewer/viewer-link.ts';

/** Watchers served at once. In between, the dreamer's own messages get their turn. */
const SLICE = 32;
/**
 * Frames, or packets of sound, that may wait for the rest of the audience. Beyond this they are dropped, and all watchers
 * continue from the next keyframe.
 */
const MAX_BEHIND = 8;

/** One message on its way to everyone who was there when it came. */
interface Turn {
  kind: 'frame' | 'sound' | 'event';
  links: readonly ViewerLink[];
  next: number;
  give(link: ViewerLink, at: number): void;
}

/**
 * Passes one dream's messages to its watchers in order, and the buffers of its frames uncopied. Each watcher's link
 * decides which frames its connection carries.
 * @param defer runs work after pending input
 */
export function createFanOut(
  { monotonic }: Pick<Clock, 'monotonic'>,
  defer: (work: () => void) => void = setImmediate,
) {
  const links = new Set<ViewerLink>();
  let turns: Turn[] = [];
  let isDeferred = false;

  function serve(slice = SLICE): void {
    isDeferred = false;
    const at = monotonic();
    for (let left = slice; left > 0; left -= 1) {
      const turn = turns[0];
      const link = turn?.links[turn.next];
      if (!turn || !link) return;
      turn.next += 1;
      if (turn.next === turn.links.length) turns.shift();
      turn.give(link, at);
    }
    isDeferred = true;
    defer(serve);
  }

  function add(kind: Turn['kind'], give: Turn['give']): void {
    if (links.size === 0) return;
    turns.push({ kind, links: [...links], next: 0, give });
    if (!isDeferred) serve();
  }

  /** @returns true if too many messages of a kind were waiting, which are dropped */
  function dropsLate(kind: Turn['kind']): boolean {
    if (turns.length < MAX_BEHIND) return false;
    const isLate = (turn: Turn) => turn.kind === kind && turn.next === 0;
    if (turns.filter(isLate).length < MAX_BEHIND) return false;
    turns = turns.filter((turn) => !isLate(turn));
    return true;
  }

  return {
    links,
    offer(frame: Frame): void {
      if (dropsLate('frame')) for (const link of links) link.lost();
      add('frame', (link, at) => link.offer(frame, at));
    },
    offerSound(message: Uint8Array): void {
      dropsLate('sound');
      add('sound', (link) => link.offerSound(message));
    },
    /** Sends an event to every watcher, in each one's language. */
    send(event: ViewerEvent): void {
      const texts = new Map<Locale, string>();
      add('event', (link) => {
        const text = texts.get(link.locale) ?? eventText(event, link.locale);
        texts.set(link.locale, text);
        link.sendText(text);
      });
    },
    /** Calls `give` for every watcher's link, after everything that waits. */
    each: (give: Turn['give']) => add('event', give),
    /** Sends the events that wait, such as the end, before connections are closed. Frames and sound would take too long. */
    finish(): void {
      turns = turns.filter(({ kind }) => kind === 'event');
      serve(Number.POSITIVE_INFINITY);
    },
  };
}

import type { Clock } from '../../kit/clock.ts';
import type { Socket } from '../../kit/runtime.ts';
import { englishText } from '../../kit/texts/codes.ts';
import { within } from '../../kit/within.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import type { Login } from '../../web/contract/person.ts';
import { ViewerLink, type ViewerLinkOptions } from './viewer-link.ts';

/** Longest time that an event which isn't stored yet may hold up later ones. */
const KEPT_TIMEOUT_MS = 1_000;

/** State of a dream's viewer slot. */
export type Viewer =
  | { readonly name: 'never-came' }
  | { readonly name: 'here'; readonly link: ViewerLink; readonly login: Login }
  | { readonly name: 'left'; readonly at: number };

/** A dream's single viewer slot: the attached viewer and its ordered events. */
export function createViewerSlot(clock: Clock) {
  let viewer: Viewer = { name: 'never-came' };
  /** pending while ordered events are still to be sent */
  let lastTurn: Promise<void> | null = null;

  const linkThere = () => (viewer.name === 'here' ? viewer.link : null);

  /**
   * Sends events in order, each only once the write it acknowledges would survive a kill. If a failing disk takes too
   * long, the event gives up its turn and is sent once stored.
   */
  function sendInTurn(event: ViewerEvent, kept: Promise<void> | null = null): void {
    const link = linkThere();
    if (!kept && !lastTurn) {
      link?.send(event);
      return;
    }
    let isKept = kept === null;
    const stored = kept?.then(() => {
      isKept = true;
    });
    const turn = Promise.all([lastTurn, stored && within(stored, KEPT_TIMEOUT_MS)]).then(() => {
      if (isKept) link?.send(event);
      else void stored?.then(() => link?.send(event));
      if (lastTurn === turn) lastTurn = null;
    });
    lastTurn = turn;
  }

  function leave(link: ViewerLink): void {
    if (linkThere() === link) viewer = { name: 'left', at: clock.now() };
  }

  function signOut(link: ViewerLink): void {
    link.close(1008, 'You have signed out.');
    leave(link);
  }

  return {
    get viewer() {
      return viewer;
    },

    /** Attaches a viewer and detaches the previous one. */
    take(socket: Socket, login: Login, options: ViewerLinkOptions): ViewerLink {
      linkThere()?.close(4001, 'This dream was opened in another window.');
      const link = new ViewerLink(socket, { ...options, now: clock.monotonic });
      viewer = { name: 'here', link, login };
      return link;
    },

    leave,

    offer: (frame: Frame) => linkThere()?.offer(frame),
    offerSound: (message: Uint8Array) => linkThere()?.offerSound(message),
    /** Sends immediately, ahead of ordered events. */
    send: (event: ViewerEvent) => linkThere()?.send(event),
    sendInTurn,

    /** Called periodically: sends a waiting frame when possible. */
    flush: () => linkThere()?.flush(),

    /** Called periodically: detaches a viewer whose login has expired. */
    checkLogin(): void {
      if (viewer.name === 'here' && clock.now() >= viewer.login.endsAt) signOut(viewer.link);
    },

    /** Detaches the viewer if it depends on this login. */
    closeLogin(loginId: string): void {
      if (viewer.name === 'here' && viewer.login.id === loginId) signOut(viewer.link);
    },

    /** The dream has ended: closes the socket once all events are sent and `done` has settled. */
    clear(done: Promise<unknown>, code: number, reason: string): void {
      const link = linkThere();
      viewer = { name: 'left', at: clock.now() };
      void Promise.all([done, lastTurn]).then(() => link?.close(code, englishText(reason)));
    },
  };
}

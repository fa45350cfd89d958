import type { Clock } from '../../../src/kit/clock.ts';
import type { Socket } from '../../../src/kit/runtime.ts';
import { within } from '../../../src/kit/within.ts';
import type { Login } from '../../auth/schemas.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { createViewerLink, type ViewerLink, type ViewerLinkOptions } from './viewer-link.ts';

/** Longest time for which one event that isn't stored yet holds up the events after it. */
const KEPT_TIMEOUT_MS = 1_000;

/** Presence of a viewer at a dream. */
export type Viewer =
  | { readonly name: 'never-came' }
  | { readonly name: 'here'; readonly link: ViewerLink; readonly login: Login }
  | { readonly name: 'left'; readonly at: number };

/** The one viewer slot of a dream: who is attached, and the events for them in turn. */
export function createViewerSlot(clock: Clock) {
  let viewer: Viewer = { name: 'never-came' };
  /** pending while events are yet to be sent */
  let telling: Promise<void> | null = null;

  const linkThere = () => (viewer.name === 'here' ? viewer.link : null);

  /**
   * Sends events one after the other, and none before what it acknowledges survives a kill. An event that a failing disk
   * holds back for longer loses its turn, and is sent once it is stored.
   */
  function sendInTurn(event: ViewerEvent, kept: Promise<void> | null = null): void {
    const link = linkThere();
    if (!kept && !telling) {
      link?.send(event);
      return;
    }
    let isKept = kept === null;
    const stored = kept?.then(() => {
      isKept = true;
    });
    const turn = Promise.all([telling, stored && within(stored, KEPT_TIMEOUT_MS)]).then(() => {
      if (isKept) link?.send(event);
      else void stored?.then(() => link?.send(event));
      if (telling === turn) telling = null;
    });
    telling = turn;
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

    /** Attaches a viewer; the one before is detached. */
    take(socket: Socket, login: Login, options: ViewerLinkOptions): ViewerLink {
      linkThere()?.close(4001, 'This dream was opened in another window.');
      const link = createViewerLink(socket, { ...options, now: clock.monotonic });
      viewer = { name: 'here', link, login };
      return link;
    },

    leave,

    offer: (frame: Frame) => linkThere()?.offer(frame),
    /** Sends it at once, ahead of what waits for its turn. */
    send: (event: ViewerEvent) => linkThere()?.send(event),
    sendInTurn,

    /** Called now and then: sends a waiting frame once it may be sent. */
    flush: () => linkThere()?.flush(),

    /** Called now and then: detaches a viewer whose login has expired. */
    checkLogin(): void {
      if (viewer.name === 'here' && clock.now() >= viewer.login.endsAt) signOut(viewer.link);
    },

    /** Closes the viewer's socket if it depends on this login. */
    closeLogin(loginId: string): void {
      if (viewer.name === 'here' && viewer.login.id === loginId) signOut(viewer.link);
    },

    /** The dream is over: the viewer's socket closes once all events are sent and this is done. */
    clear(done: Promise<unknown>, code: number, reason: string): void {
      const link = linkThere();
      viewer = { name: 'left', at: clock.now() };
      void Promise.all([done, telling]).then(() => link?.close(code, reason));
    },
  };
}

import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import { newId } from '../../kit/ids.ts';
import type { Socket } from '../../kit/runtime.ts';
import type { WatcherRole } from '../../protocol/audience-messages.ts';
import type { Codec } from '../../protocol/codecs.ts';
import { USUAL_FPS } from '../../protocol/format.ts';
import { WATCHER_ACK_MS } from '../../protocol/limits.ts';
import type { ViewerRefusal } from '../../protocol/viewer-messages.ts';
import type { Login } from '../../web/contract/person.ts';
import { assignedOf } from '../room/phases.ts';
import type { PromptAuthor } from '../room/prompt-log.ts';
import type { RoomCamera } from '../room/room-camera.ts';
import type { RoomCore } from '../room/room-core.ts';
import type { RoomSafety } from '../room/room-safety.ts';
import type { RoomSound } from '../room/room-sound.ts';
import type { RoomVideo } from '../room/room-video.ts';
import { ViewerLink, type ViewerTakes } from '../viewer/viewer-link.ts';

/** Minimum interval between counts. */
const COUNT_INTERVAL_MS = 1_000;
/** Keyframes come every two seconds by themselves; watchers never make a worker send more. */
const KEYFRAME_INTERVAL_MS = 2_000;
const MAX_PEOPLE_LISTED = 100;

const SUGGESTS = { capacity: 3, perSecond: 0.2 };
const REACTS = { capacity: 10, perSecond: 3 };
/** Per player, well below the dreamer's own limits. */
const PLAYS = { capacity: 3, perSecond: 0.5 };
/** Steering by one player: pages repeat it, and sticks move often. */
const STEERS = { capacity: 60, perSecond: 20 };

/** The page then asks for the link's state. */
const SIGNED_OUT = 1008;

/** The person behind a watcher. */
export interface WatcherIdentity extends PromptAuthor {
  /** null for a guest */
  login: Login | null;
  network: string;
  /** the key of a guest who was a player on an earlier connection */
  again: string | null;
}

export type Watcher = ReturnType<typeof createWatcher>;

export type Watchers = ReturnType<typeof createWatchers>;

/** The watchers of one room, their roles and what each is sent. */
export function createWatchers(
  core: RoomCore,
  parts: {
    video: Pick<RoomVideo, 'needKeyframe'>;
    safety: Pick<RoomSafety, 'blurred'>;
    camera: Pick<RoomCamera, 'event'>;
    sound: Pick<RoomSound, 'event'>;
    /** sends a watcher the controls that players may change */
    sendControls(watcher: Watcher): void;
  },
) {
  const { clock, fanOut, images, viewerSlot } = core;
  const watchers = new Map<ViewerLink, Watcher>();
  /** By key: players stay players when they come back, and in all of their windows. */
  const players = new Set<string>();
  /** codec and ability to make images, as last sent to the watchers */
  let lastShown = '';
  let countDue = false;
  let countedAt = Number.NEGATIVE_INFINITY;
  let keyAskedAt = Number.NEGATIVE_INFINITY;

  /** Bounded for the whole audience, so that it can't cost the dreamer any quality. */
  function needKeyframe(): void {
    const now = clock.monotonic();
    if (now - Math.max(keyAskedAt, core.keyframeAt) < KEYFRAME_INTERVAL_MS) return;
    keyAskedAt = now;
    parts.video.needKeyframe();
  }

  function attach(socket: Socket, takes: Omit<ViewerTakes, 'format'>, who: WatcherIdentity): Watcher {
    const link = new ViewerLink(socket, {
      ...takes,
      format: 'binary',
      ackDelayMs: WATCHER_ACK_MS,
      fps: assignedOf(core.phase)?.fps ?? USUAL_FPS,
      now: clock.monotonic,
      onFirstFrame() {},
      needsKeyframe: needKeyframe,
    });
    const isKnown = who.again !== null && players.has(who.again);
    const key = who.userId ?? (isKnown ? who.again : null) ?? newId();
    const watcher = createWatcher(clock, link, { who, key, role: players.has(key) ? 'player' : 'watcher' });
    watchers.set(link, watcher);
    fanOut.links.add(link);
    link.send(core.watcherStatus());
    const generator = core.generatorEvent();
    if (generator) link.send(generator);
    for (const event of core.prompts.drawn()) link.send(event);
    const blurred = parts.safety.blurred();
    if (blurred) link.send(blurred);
    const camera = parts.camera.event();
    if (camera) link.send(camera);
    const caption = parts.sound.event();
    if (caption) link.send(caption);
    sendOwn(watcher);
    if (watcher.role === 'player') parts.sendControls(watcher);
    countDue = true;
    showNewest(link);
    return watcher;
  }

  /** Shows the newest keyframe until the next one. */
  function showNewest(link: ViewerLink): void {
    if (core.phase.name !== 'running') return;
    const { latestKey } = core.phase;
    if (!latestKey) return;
    link.offer(latestKey);
    images.show(link, latestKey);
    link.lost();
    needKeyframe();
  }

  /** @returns false if it had left before */
  function detach(watcher: Watcher): boolean {
    if (!watchers.delete(watcher.link)) return false;
    fanOut.links.delete(watcher.link);
    countDue = true;
    return true;
  }

  function dismiss(watcher: Watcher, code: number, reason: string): void {
    watcher.link.close(code, reason);
    detach(watcher);
  }

  function sendOwn({ id, key, who, link, role }: Watcher): void {
    const codec = assignedOf(core.phase)?.codec;
    const getsImages = codec !== undefined && images.needsImages(codec, link.codecs) && images.works;
    const playable = codec === undefined || link.codecs.includes(codec) || getsImages;
    link.send({
      ...({ type: 'audience', watching: watchers.size, role, playable, you: id } as const),
      ...(getsImages && { images: true }),
      ...(who.userId === null && role === 'player' && { again: key }),
    });
  }

  function sendPeople(): void {
    const listed = [...watchers.values()].sort(
      (one, other) =>
        Number(other.role === 'player') - Number(one.role === 'player') ||
        Number(other.who.name !== null) - Number(one.who.name !== null),
    );
    viewerSlot.send({
      type: 'audience',
      watching: watchers.size,
      people: listed
        .slice(0, MAX_PEOPLE_LISTED)
        .map(({ id, who, role }) => ({ watcher: id, name: who.name, role })),
    });
  }

  return {
    attach,
    detach,
    needKeyframe,
    sendPeople,
    has: ({ link }: Watcher) => watchers.has(link),
    list: () => [...watchers.values()],
    /** A watcher has changed the codecs that they accept. */
    take(watcher: Watcher, codecs: readonly Codec[]): void {
      watcher.link.take(codecs);
      sendOwn(watcher);
    },
    /** Closes the connections of those who match. */
    dismiss(code: number, reason: string, matches: (watcher: Watcher) => boolean = () => true): void {
      for (const watcher of watchers.values()) if (matches(watcher)) dismiss(watcher, code, reason);
    },
    closeLogin(loginId: string): void {
      for (const watcher of watchers.values())
        if (watcher.who.login?.id === loginId) dismiss(watcher, SIGNED_OUT, 'You have signed out.');
    },
    setRole(id: string, role: WatcherRole): void {
      const named = [...watchers.values()].find((one) => one.id === id);
      if (!named || named.role === role) return;
      if (role === 'player') players.add(named.key);
      else players.delete(named.key);
      for (const watcher of watchers.values()) {
        if (watcher.key !== named.key) continue;
        watcher.role = role;
        sendOwn(watcher);
        if (role === 'player') parts.sendControls(watcher);
      }
      sendPeople();
    },
    dropPlayers: () => players.clear(),
    get size() {
      return watchers.size;
    },
    tick(): void {
      const shown = `${assignedOf(core.phase)?.codec} ${images.works}`;
      if (shown !== lastShown) countDue = true;
      lastShown = shown;
      const now = clock.monotonic();
      const counts = countDue && now - countedAt >= COUNT_INTERVAL_MS;
      if (counts) {
        countDue = false;
        countedAt = now;
        sendPeople();
      }
      fanOut.each((link, at) => {
        const watcher = watchers.get(link);
        if (!watcher) return;
        const { login } = watcher.who;
        if (login && clock.now() >= login.endsAt) dismiss(watcher, SIGNED_OUT, 'You have signed out.');
        link.flush(at);
        if (counts) sendOwn(watcher);
      });
    },
  };
}

function createWatcher(
  clock: RoomCore['clock'],
  link: ViewerLink,
  { who, key, role }: { who: WatcherIdentity; key: string; role: WatcherRole },
) {
  const id = newId();
  return {
    id,
    key,
    link,
    who,
    role,
    author: { userId: who.userId, name: who.name },
    /** one vote for each account, and for each connection of a guest */
    voter: who.userId ?? id,
    suggests: createTokenBucket(clock, SUGGESTS),
    reacts: createTokenBucket(clock, REACTS),
    plays: createTokenBucket(clock, PLAYS),
    steers: createTokenBucket(clock, STEERS),
    reject: (refused: ViewerRefusal) => link.send({ type: 'error', ...refused }),
  };
}

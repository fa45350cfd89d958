import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { AppError } from '../../kit/errors.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import type { TraceOf } from '../../kit/traces.ts';
import { createTurns } from '../../kit/turns.ts';
import { pictureDigest } from '../../protocol/controls.ts';
import { pictureKey } from '../../recordings/contract/picture-key.ts';
import type { Recordings } from '../../recordings/recordings.ts';
import { CLIP_MS, CLIPS_MAX } from '../contract/limits.ts';
import { readFile } from '../images/read-file.ts';
import type { Relay } from '../relay.ts';

/** Clips that are cut at the same time on this server; each copies some megabytes. */
const AT_ONCE = 4;
const WAITING_EACH = 3;

export interface ClipDeps {
  repository: DreamRepository;
  storage: Storage;
  relay: Pick<Relay, 'room'>;
  recordings: Pick<Recordings, 'cut' | 'dropCut' | 'requestVideo'>;
  /** this server's node */
  node: string;
  traceOf: TraceOf;
}

export interface ClipCall {
  /** The caller's name for it: the same again returns the same clip. */
  key: string;
  /** its last moment in ms since the dream's first frame; default: now */
  until?: number | undefined;
}

export type KeepClip = ReturnType<typeof createClips>;

/** Keeps clips of the live dreams on this server. */
export function createClips(deps: ClipDeps) {
  const { repository, relay, recordings } = deps;
  const turns = createTurns({ atOnce: AT_ONCE, waitingEach: WAITING_EACH });

  /** Nobody can derive it from the dream's id, which is in the dream's link. */
  const idOf = (dreamId: string, key: string): string =>
    Buffer.from(deps.traceOf('clip', `${dreamId}\n${key}`), 'base64url')
      .subarray(0, 16)
      .toString('hex');

  async function make(dream: Dream, { key, until }: ClipCall): Promise<string> {
    const id = idOf(dream.id, key);
    // Its call may have been answered after the caller had given up.
    const known = await repository.find(id);
    if (known) return keep(known);
    const past = relay.room(dream.id)?.past();
    const span = past?.tape.span;
    if (!past || !span) throw new AppError(409, 'not-live', m.stream_rewind_nothing_yet());
    const to = Math.min(span.to, past.startedAt + (until ?? Number.MAX_SAFE_INTEGER));
    const cut = await recordings.cut(past.tape, { id, from: to - CLIP_MS, to });
    if (!cut) throw new AppError(409, 'not-recorded', m.stream_rewind_nothing_yet());
    // It takes its prompts from the database.
    await relay.room(dream.id)?.stored();
    const added = await repository.addClip({ id, parentId: dream.id, ...cut }, CLIPS_MAX, deps.node);
    if (added !== null && added !== 'too-many') return keep(added);
    await recordings.dropCut(id);
    if (added === null) throw new AppError(409, 'not-live', m.stream_dream_ended());
    throw new AppError(409, 'too-many', m.stream_clip_too_many({ max: CLIPS_MAX }));
  }

  /** Everything after the clip is stored. A kill before the end leaves it to the next start. */
  async function keep(clip: Dream): Promise<string> {
    if (clip.serverStatus !== 'PROCESSING') return clip.id;
    await copyImages(clip);
    await recordings.requestVideo(clip);
    return clip.id;
  }

  async function copyImages({ id, parentId }: Dream): Promise<void> {
    const controls = await repository.listControls(id);
    for (const digest of new Set(controls.flatMap(({ value }) => pictureDigest(value) ?? []))) {
      const bytes = parentId && (await readFile(deps.storage, pictureKey(parentId, digest)));
      if (bytes) await deps.storage.put(pictureKey(id, digest), bytes, 'image/jpeg');
    }
  }

  /** @returns the clip's id. @throws AppError 409 if there is nothing to keep or too much is kept, 503 on a full disk */
  return (dream: Dream, call: ClipCall): Promise<string> => turns.run(dream.id, () => make(dream, call));
}

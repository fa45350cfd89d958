import type { Hono } from 'hono';
import { type Dream, type DreamRepository, readOwnDream } from '../../dreams/dreams.ts';
import { AppError } from '../../kit/errors.ts';
import { check, jsonBody } from '../../kit/http/http.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { requireDreamer, requirePerson } from '../../web/guards.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { PROMPTS_LISTED } from '../contract/limits.ts';
import { type ClipAnswer, clipRequest, type RewindAnswer, rewindQuery } from '../contract/rewind-schemas.ts';
import type { Relay } from '../relay.ts';
import { createAskOther, otherServer } from './ask-other.ts';
import type { ClipCall, KeepClip } from './keep-clip.ts';
import { createReads } from './read-frames.ts';

export interface RewindDeps {
  repository: DreamRepository;
  relay: Pick<Relay, 'room'>;
  cluster: Pick<Cluster, 'has' | 'keepClip'>;
  rateLimits: RateLimits;
  keepClip: KeepClip;
}

/** The past of a dream that is live, for its dreamer. Watchers see only the present. */
export function registerRewind(app: Hono<AppEnv>, deps: RewindDeps): void {
  const { repository, relay, cluster, rateLimits } = deps;
  const askOther = createAskOther(cluster);
  const reads = createReads();

  async function read(c: AppContext): Promise<Dream> {
    const { dreamer } = requireDreamer(c);
    await rateLimits.take('rewind', dreamer.id);
    c.header('Cache-Control', 'no-store');
    return readOwnDream(repository, dreamer.id, c.req.param('id') ?? '');
  }

  /** Its tape, on this server. @throws AppError 409 */
  function tapeOf(dream: Dream) {
    const past = relay.room(dream.id)?.past();
    if (!past) throw notLive(dream);
    return past;
  }

  app.get('/api/sessions/:id/rewind', async (c) => {
    const dream = await read(c);
    const other = await askOther(c, dream);
    if (other) return other;
    const { startedAt, tape, isRecording, assigned } = tapeOf(dream);
    await relay.room(dream.id)?.stored();
    const prompts = await repository.listPrompts(dream.id);
    return c.json({
      to: Math.max(0, (tape.span?.to ?? startedAt) - startedAt),
      recording: isRecording,
      branches: assigned.worker.isExact || assigned.worker.controls.some(({ kind }) => kind === 'picture'),
      prompts: prompts
        .flatMap(({ text, shownAt }) =>
          shownAt === null ? [] : [{ text, at: Math.max(0, shownAt - startedAt) }],
        )
        .slice(-PROMPTS_LISTED),
    } satisfies RewindAnswer);
  });

  app.post('/api/sessions/:id/clips', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('clip', person.id);
    const call = await jsonBody(c, clipRequest);
    const dream = await readOwnDream(repository, person.id, c.req.param('id'));
    const session_id = cluster.has(dream)
      ? await clipElsewhere(dream, call)
      : await deps.keepClip(dream, call);
    return c.json({ session_id } satisfies ClipAnswer, 201);
  });

  async function clipElsewhere(dream: Dream, call: ClipCall): Promise<string> {
    const answer = await cluster.keepClip(dream, call);
    if (!answer) throw otherServer();
    if ('id' in answer) return answer.id;
    throw new AppError(answer.status, answer.code, answer.error);
  }

  app.get('/api/sessions/:id/rewind/frames', async (c) => {
    const dream = await read(c);
    const { at, after, for: length } = check(rewindQuery, c.req.query());
    const other = await askOther(c, dream);
    if (other) return other;
    const { tape, startedAt } = tapeOf(dream);
    const from = startedAt + (after ?? at ?? 0);
    const wanted = { from, continues: after !== undefined, to: from + length };
    const frames = reads.open(dream.id, tape, wanted, startedAt);
    return c.body(frames, 200, { 'Content-Type': 'application/octet-stream' });
  });
}

const notLive = ({ endedAt }: Dream) =>
  new AppError(409, 'not-live', endedAt === null ? m.stream_rewind_nothing_yet() : m.stream_dream_ended());

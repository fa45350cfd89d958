import { generatorName } from '../../dreams/contract/generator-name.ts';
import { isLinkOpen } from '../../dreams/contract/held.ts';
import { utcText } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import { readDecisionLine } from '../../safety/contract/decision-line.ts';
import { ACT_LABELS } from '../contract/acts.ts';
import type { DreamAnswer, FoundDreamsAnswer, LifeEntry } from '../contract/dream.ts';
import { fpsStats } from '../contract/fps-stats.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';
import type { AdminStore } from '../store.ts';
import { decided, heldBy } from './read-reports.ts';

const FOUND = 20;
const WORDS_FOUND = 100;

type Found = Awaited<ReturnType<AdminStore['newestDreams']>>;
type Life = NonNullable<Awaited<ReturnType<AdminStore['lifeOf']>>>;

/** Finds dreams by id, e-mail, worker or name; without a query, the newest. */
export async function findDreams(
  { store }: Pick<AdminDeps, 'store'>,
  words: string | undefined,
): Promise<FoundDreamsAnswer> {
  return found(words ? await store.findDreams(words, FOUND) : await store.newestDreams(FOUND));
}

const found = (rows: Found): FoundDreamsAnswer => ({
  dreams: rows.map(({ dream, email }) => ({
    session_id: dream.id,
    dream_name: dream.name,
    user_email: email,
    asked_at: utcText(dream.requestedAt),
    job_status: dream.jobStatus,
  })),
});

/** Finds dreams in which certain words were used, for requests about a dream's content. Each search is audited. */
export async function findWords(
  { store, patiently }: Pick<AdminDeps, 'store' | 'patiently'>,
  audit: Audit,
  words: string,
): Promise<FoundDreamsAnswer> {
  await audit({ action: 'find-words', userId: null, targetId: null, detail: `“${words}”` });
  return found(await patiently(() => store.findDreamsByWords(words, WORDS_FOUND)));
}

/** The full history of a dream. @throws AppError 404 */
export async function readDreamLife({ store }: Pick<AdminDeps, 'store'>, id: string): Promise<DreamAnswer> {
  const life = await store.lifeOf(id);
  if (!life) throw notFound('No session was found at this address.');
  const { dream, email, compile, reports } = life;
  const isLive = isActive(dream.jobStatus);
  return {
    session_id: dream.id,
    dream_name: dream.name,
    user_id: dream.userId,
    user_email: email,
    job_status: dream.jobStatus,
    server_status: dream.serverStatus,
    counted: dream.chargedAt !== null,
    counted_text: countedText(life),
    end: isLive
      ? null
      : { reason: endWords(life.dream.endReason), text: dream.endText, detail: dream.endDetail },
    rp_job_id: dream.rpJobId,
    worker_id: dream.workerId,
    node: dream.node,
    generator: dream.generator && generatorName(dream.generator, dream.generatorVersion, ' '),
    model: dream.model,
    start_delay_seconds: dream.startDelayMs === null ? null : dream.startDelayMs / 1000,
    gpu_seconds: dream.gpuSeconds,
    frames: dream.frames,
    server_fps: fpsStats(dream.fpsData),
    client_fps: fpsStats(dream.clientFpsData),
    thumbnail_url: dream.thumbnailKey ? `/api/sessions/${id}/thumbnail` : null,
    views: life.views,
    shared: isLinkOpen(dream),
    taken_down: decided(dream.takenDownAt, dream.takenDownReason),
    holds: heldBy(dream),
    removed: decided(dream.removedAt, dream.removedReason),
    deleted_at: utcText(dream.hiddenAt),
    reports: reports.map(({ reason, message, createdAt }) => ({ reason, message, at: utcText(createdAt) })),
    recording: {
      seconds: dream.durationMs === null ? null : dream.durationMs / 1000,
      bytes: dream.videoBytes,
      attempts: compile?.attempts ?? null,
      error: compile?.lastError ?? null,
    },
    life: entriesOf(life),
  };
}

const ENDS: Record<string, string> = {
  time: 'its time was up',
  'viewer-ended': 'its person ended it',
  'viewer-gone': 'its person left and did not come back',
  'left-queue': 'its person left the queue',
  'no-prompt': 'no prompt came',
  'stopped-by-admin': 'an operator stopped it',
  'unsafe-prompts': 'it was asked too often for what is not drawn here',
  'unsafe-pictures': 'its pictures were flagged several times',
  'no-viewer': 'nobody connected to it',
  'worker-lost': 'the connection to its worker was lost',
  'worker-removed': 'its worker was taken out of service',
  'no-gpu': 'no GPU could be started',
  'tab-closed': 'the tab that drew it was closed',
  'tab-lost': 'the tab that drew it lost its connection',
  'generator-failed': 'its generator failed',
  'generator-silent': 'its generator sent nothing any more',
  shutdown: 'the server was stopped or restarted',
};

/** Why a dream ended, in words; null if unknown. */
export const endWords = (reason: string | null): string | null =>
  reason === null ? null : ((ENDS as Record<string, string>)[reason] ?? null);

function countedText({ dream, acts }: Life): string {
  if (dream.chargedAt !== null) return 'Counted from its first picture on.';
  const act = acts.find(({ act }) => act.action === 'give-back' || act.action === 'stop')?.act;
  if (act?.action === 'give-back') return `Given back by an operator: ${act.detail ?? ''}`;
  if (dream.startedAt === null)
    return isActive(dream.jobStatus)
      ? 'Counts with its first picture.'
      : 'Not counted: it never showed a picture.';
  return dream.serverStatus === 'FAILED' && dream.endReason === 'time'
    ? 'Not counted: its recording was lost.'
    : 'Not counted: what ended it was not its person’s doing.';
}

function entriesOf(life: Life): LifeEntry[] {
  const { dream, prompts, controls, reports, acts, decisions, compile, gpuJobs } = life;
  const entry = (at: number | null, what: string, detail: string | null = null) =>
    at === null ? [] : [{ at, what, detail }];
  const readyAt = dream.startDelayMs === null ? null : dream.requestedAt + dream.startDelayMs;
  return [
    ...entry(dream.requestedAt, 'Asked for'),
    ...gpuJobs.flatMap((job) => [
      ...entry(job.askedAt, 'A GPU asked of RunPod', job.jobId),
      ...entry(job.dialledAt, 'The GPU’s worker dialled in', job.workerId),
      ...entry(job.endedAt, 'The job at RunPod was over', job.outcome),
    ]),
    ...entry(dream.claimedAt, 'Taken by a server', dream.node),
    ...entry(readyAt, 'Its worker could draw', dream.workerId),
    ...entry(dream.startedAt, 'First picture', dream.model ?? dream.generator),
    ...prompts.flatMap(({ text, sentAt, shownAt, frameId, checking }) => [
      ...entry(sentAt, checking ? 'Prompt sent; no verdict, so not drawn' : 'Prompt sent', text),
      ...(shownAt === null
        ? []
        : entry(
            shownAt,
            `In the picture after ${((shownAt - sentAt) / 1000).toFixed(1)} s, at frame ${frameId}`,
            text,
          )),
    ]),
    ...controls.flatMap(({ changedAt, label, value }) => entry(changedAt, `${label} turned`, String(value))),
    ...entry(
      dream.endedAt,
      `Over: ${endWords(life.dream.endReason) ?? dream.jobStatus}`,
      dream.endDetail ?? dream.endText,
    ),
    ...entry(compile?.createdAt ?? null, 'Its recording waits to be made'),
    ...entry(
      compile?.finishedAt ?? null,
      compile?.state === 'failed' ? 'Its recording failed' : 'Its recording is made',
      compile?.lastError ?? null,
    ),
    ...reports.flatMap(({ createdAt, reason, message }) => entry(createdAt, `Reported: ${reason}`, message)),
    ...decisions.flatMap(({ at, detail }) =>
      entry(at, 'Safety check', readDecisionLine(detail)?.what ?? null),
    ),
    ...acts.flatMap(({ act, by }) =>
      act.action === 'mail'
        ? []
        : entry(act.at, `${ACT_LABELS[act.action]()} by ${by ?? 'an operator who is gone'}`, act.detail),
    ),
    ...entry(dream.hiddenAt, 'Deleted'),
  ]
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, ...more }) => ({ at: utcText(at), ...more }));
}

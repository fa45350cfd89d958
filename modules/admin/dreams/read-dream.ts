import { generatorName } from '../../dreams/contract/generator-name.ts';
import { REPORT_REASONS } from '../../dreams/contract/report-reasons.ts';
import { utcText } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { formatNumber } from '../../kit/texts/formats.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import { compileFault } from '../../recordings/contract/compile-fault.ts';
import { readDecisionLine } from '../../safety/contract/decision-line.ts';
import { actLabel } from '../contract/acts.ts';
import type { DreamAnswer, FoundDreamsAnswer, LifeEntry } from '../contract/dream.ts';
import { fpsStats } from '../contract/fps-stats.ts';
import { GPU_JOB_TEXTS, STATUS_TEXTS } from '../contract/status-texts.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';
import { toDreamRow, toDreamState } from '../present.ts';
import type { AdminStore } from '../store.ts';
import { toLinkState } from './read-reports.ts';

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
  dreams: rows.map(({ dream, email }) => ({ ...toDreamRow(dream), user_email: email })),
});

/** Finds dreams in which certain words were used, for requests about a dream's content. Each search is audited. */
export async function findWords(
  { store, patiently }: Pick<AdminDeps, 'store' | 'patiently'>,
  audit: Audit,
  words: string,
): Promise<FoundDreamsAnswer> {
  await audit({
    action: 'find-words',
    userId: null,
    targetId: null,
    detail: inCodes(() => m.admin_dreams_audit_words({ words })),
  });
  return found(await patiently(() => store.findDreamsByWords(words, WORDS_FOUND)));
}

/** The full history of a dream. @throws AppError 404 */
export async function readDreamLife(
  { store, stream }: Pick<AdminDeps, 'store' | 'stream'>,
  id: string,
): Promise<DreamAnswer> {
  const life = await store.lifeOf(id);
  if (!life) throw notFound(m.admin_dreams_error_not_found());
  const { dream, email, compile, reports } = life;
  const isLive = isActive(dream.jobStatus);
  return {
    ...toDreamState(dream, email),
    ...toLinkState(dream),
    dream_name: dream.name,
    counted_text: countedText(life),
    end: isLive ? null : { reason: endText(dream.endReason), text: dream.endText, detail: dream.endDetail },
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
    watching: (await stream.watching.count([dream])).get(dream.id) ?? null,
    deleted_at: utcText(dream.hiddenAt),
    reports: reports.map(({ reason, message, createdAt }) => ({ reason, message, at: utcText(createdAt) })),
    recording: {
      seconds: dream.durationMs === null ? null : dream.durationMs / 1000,
      bytes: dream.videoBytes,
      attempts: compile?.attempts ?? null,
      error: compileFault(compile?.lastError ?? null),
    },
    life: entriesOf(life),
  };
}

const ENDS: Record<string, () => string> = {
  time: m.admin_dreams_end_time,
  'viewer-ended': m.admin_dreams_end_viewer_ended,
  'viewer-gone': m.admin_dreams_end_viewer_gone,
  'left-queue': m.admin_dreams_end_left_queue,
  'no-prompt': m.admin_dreams_end_no_prompt,
  'stopped-by-admin': m.admin_dreams_end_stopped,
  'unsafe-prompts': m.admin_dreams_end_unsafe_prompts,
  'unsafe-pictures': m.admin_dreams_end_unsafe_images,
  'no-viewer': m.admin_dreams_end_no_viewer,
  'worker-lost': m.admin_dreams_end_worker_lost,
  'worker-removed': m.admin_dreams_end_worker_removed,
  'no-gpu': m.admin_dreams_end_no_gpu,
  'tab-closed': m.admin_dreams_end_tab_closed,
  'tab-lost': m.admin_dreams_end_tab_lost,
  'generator-failed': m.admin_dreams_end_generator_failed,
  'generator-silent': m.admin_dreams_end_generator_silent,
  shutdown: m.admin_dreams_end_shutdown,
};

/** Why a dream ended, in words; null if unknown. */
export const endText = (reason: string | null): string | null =>
  reason === null ? null : (ENDS[reason]?.() ?? null);

function countedText({ dream, acts }: Life): string {
  if (dream.chargedAt !== null) return m.admin_dreams_counted();
  const act = acts.find(({ act }) => act.action === 'give-back' || act.action === 'stop')?.act;
  if (act?.action === 'give-back') return m.admin_dreams_counted_given_back({ reason: act.detail ?? '' });
  if (dream.startedAt === null)
    return isActive(dream.jobStatus) ? m.admin_dreams_counted_later() : m.admin_dreams_counted_no_frame();
  return dream.serverStatus === 'FAILED' && dream.endReason === 'time'
    ? m.admin_dreams_counted_no_recording()
    : m.admin_dreams_counted_not_at_fault();
}

function entriesOf(life: Life): LifeEntry[] {
  const { dream, prompts, controls, reports, acts, decisions, compile, gpuJobs } = life;
  const entry = (at: number | null, what: string, detail: string | null = null) =>
    at === null ? [] : [{ at, what, detail }];
  const readyAt = dream.startDelayMs === null ? null : dream.requestedAt + dream.startDelayMs;
  return [
    ...entry(dream.requestedAt, m.admin_dreams_life_requested()),
    ...gpuJobs.flatMap((job) => [
      ...entry(job.askedAt, m.admin_dreams_life_gpu_requested(), job.jobId),
      ...entry(job.dialledAt, m.admin_dreams_life_gpu_connected(), job.workerId),
      ...entry(job.endedAt, m.admin_dreams_life_gpu_ended(), job.outcome && GPU_JOB_TEXTS[job.outcome]()),
    ]),
    ...entry(dream.claimedAt, m.admin_dreams_life_claimed(), dream.node),
    ...entry(readyAt, m.admin_dreams_life_ready(), dream.workerId),
    ...entry(dream.startedAt, m.admin_dreams_life_first_frame(), dream.model ?? dream.generator),
    ...prompts.flatMap(({ text, sentAt, shownAt, frameId, checking }) => [
      ...entry(
        sentAt,
        checking ? m.admin_dreams_life_prompt_unchecked() : m.admin_dreams_life_prompt(),
        text,
      ),
      ...(shownAt === null
        ? []
        : entry(
            shownAt,
            m.admin_dreams_life_prompt_shown({
              duration: secondsText(shownAt - sentAt),
              frame: frameId ?? 0,
            }),
            text,
          )),
    ]),
    ...controls.flatMap(({ changedAt, label, value }) =>
      entry(changedAt, m.admin_dreams_life_control({ control: label }), String(value)),
    ),
    ...entry(
      dream.endedAt,
      m.admin_dreams_life_ended({ reason: endText(dream.endReason) ?? STATUS_TEXTS[dream.jobStatus]() }),
      dream.endDetail ?? dream.endText,
    ),
    ...entry(compile?.createdAt ?? null, m.admin_dreams_life_recording_queued()),
    ...entry(
      compile?.finishedAt ?? null,
      compile?.state === 'failed'
        ? m.admin_dreams_life_recording_failed()
        : m.admin_dreams_life_recording_finished(),
      compileFault(compile?.lastError ?? null),
    ),
    ...reports.flatMap(({ createdAt, reason, message }) =>
      entry(createdAt, m.admin_dreams_life_reported({ reason: REPORT_REASONS[reason].text() }), message),
    ),
    ...decisions.flatMap(({ at, detail }) =>
      entry(at, m.admin_dreams_life_safety(), readDecisionLine(detail)?.what ?? null),
    ),
    ...acts.flatMap(({ act, by }) =>
      act.action === 'mail'
        ? []
        : entry(
            act.at,
            by
              ? m.admin_dreams_life_act({ act: actLabel(act.action), operator: by })
              : m.admin_dreams_life_act_unknown({ act: actLabel(act.action) }),
            act.detail,
          ),
    ),
    ...entry(dream.hiddenAt, m.admin_dreams_life_deleted()),
  ]
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, ...more }) => ({ at: utcText(at), ...more }));
}

const secondsText = (ms: number) =>
  m.admin_seconds({
    seconds: formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  });

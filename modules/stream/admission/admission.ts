import type { Billing } from '../../billing/billing.ts';
import { streamsOf } from '../../billing/contract/plan-terms.ts';
import { planOfPerson } from '../../billing/contract/plans.ts';
import type { BillingConfig } from '../../billing/contract/settings.ts';
import type { Admission, Dream, DreamRepository } from '../../dreams/dreams.ts';
import { utcText } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { dayText } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import type { Dreamer, SessionUser } from '../../web/contract/person.ts';
import { OVER_QUOTA } from '../contract/limits.ts';
import type { AccessAnswer } from '../contract/schemas.ts';

/** Starts per hour that never showed a frame. Above this it's a script, or a user who needs help. */
const MAX_UNCHARGED_STARTS = 60;
/**
 * Total time that a user's unwatched dreams may hold workers. Beyond it, the user has to wait; the wait doubles with
 * each further minute.
 */
const FREE_SECONDS = 150;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 30 * 60_000;
/** Live and waiting dreams of guests, on all servers. */
const MAX_LIVE_GUESTS = 20;
/** Starts of a guest that never showed a frame. */
const MAX_UNCHARGED_GUEST_STARTS = 5;

export interface AdmissionDeps {
  config: BillingConfig & { STREAM_SECONDS: number; GUEST_SECONDS: number };
  clock: { now(): number };
  repository: DreamRepository;
  billing: Pick<Billing, 'currentPeriod'>;
  /** this node's name in the database */
  node: string;
  /** true if the disk has space for another dream, now or once the live ones have ended */
  canHold(): Promise<boolean>;
  /** true while a restart waits for the live dreams to end */
  isLeaving(): boolean;
}

type DreamAgain = NonNullable<Parameters<DreamRepository['admit']>[0]['again']>;

interface Quota {
  limit: number;
  /** the range in which dreams count; `until` is null for the account's whole life */
  since: number;
  until: number | null;
  /** part of the limit granted by operators */
  given: number;
}

/** Dreams allowed by the user's plan and by operators, in total or per billing period. Null: unlimited. */
export async function quotaOf(deps: AdmissionDeps, person: SessionUser): Promise<Quota | null> {
  const plan = planOfPerson(person);
  const limit = streamsOf(plan, deps.config);
  if (limit === null) return null;
  const period = plan.streams?.per === 'period' ? await deps.billing.currentPeriod(person.id) : null;
  const since = period?.start ?? 0;
  const given = await deps.repository.countGiven(person.id, since);
  return { limit: limit + given, given, since, until: period?.end ?? null };
}

export async function checkAccess(deps: AdmissionDeps, person: SessionUser): Promise<AccessAnswer> {
  const { id } = planOfPerson(person);
  const quota = await quotaOf(deps, person);
  const used = await deps.repository.countCharged(person.id, quota?.since ?? 0);
  return {
    canStream: quota === null || used < quota.limit,
    isTrial: id === 'trial',
    isBasic: id === 'basic',
    used,
    limit: quota?.limit ?? null,
    remainingTrials: id === 'trial' && quota ? Math.max(0, quota.limit - used) : null,
    periodEnd: quota?.until == null ? null : utcText(quota.until),
  };
}

/** Wait before the next dream in ms, from the seconds that the user's recent unwatched dreams held workers. */
function waitAfterHolding(seconds: number): number {
  if (seconds <= FREE_SECONDS) return 0;
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.floor((seconds - FREE_SECONDS) / 60));
}

/** Length and limits of a new dream. */
async function termsOf(deps: AdmissionDeps, dreamer: Dreamer) {
  const { STREAM_SECONDS, GUEST_SECONDS } = deps.config;
  if (dreamer.role === 'guest')
    return {
      limitSeconds: Math.min(GUEST_SECONDS, STREAM_SECONDS),
      quota: { since: 0, limit: GUEST_SECONDS > 0 ? 1 : 0 },
      mostUnchargedStarts: MAX_UNCHARGED_GUEST_STARTS,
      waitAfterHolding,
      mostGuests: MAX_LIVE_GUESTS,
    };
  const quota = await quotaOf(deps, dreamer);
  return {
    limitSeconds: STREAM_SECONDS,
    quota: quota && { since: quota.since, limit: quota.limit },
    mostUnchargedStarts: dreamer.role === 'admin' ? null : MAX_UNCHARGED_STARTS,
    waitAfterHolding: dreamer.role === 'admin' ? null : waitAfterHolding,
  };
}

/**
 * Returns the user's active dream or creates one.
 * @throws AppError 403 over quota (with the access figures), 429 after too many empty starts or unwatched dreams, 503
 * on a full disk or before a restart
 */
export async function admit(
  deps: AdmissionDeps,
  dreamer: Dreamer,
  again?: DreamAgain,
): Promise<Extract<Admission, { dream: Dream }>> {
  const active = await deps.repository.findActive(dreamer.id);
  if (active) return { kind: 'active', dream: active };
  await refuseWhileFull(deps);
  const admission = await deps.repository.admit({
    userId: dreamer.id,
    ...(await termsOf(deps, dreamer)),
    node: deps.node,
    ...(again && { again }),
  });
  if (admission.kind === 'over-quota') {
    if (dreamer.role === 'guest') throw new AppError(403, OVER_QUOTA, m.stream_denied_guest());
    throw overQuota(deps, await checkAccess(deps, dreamer));
  }
  if (admission.kind === 'too-many-guests') {
    throw new AppError(429, 'too-many-guests', m.stream_error_too_many_guests(), { retryAfter: 30 });
  }
  if (admission.kind === 'too-many-starts') {
    throw new AppError(429, 'too-many-starts', m.stream_error_too_many_starts(), {
      retryAfter: 600,
    });
  }
  if (admission.kind === 'held-unwatched') {
    const minutes = Math.ceil(admission.waitMs / 60_000);
    throw new AppError(429, 'held-unwatched', m.stream_error_unwatched({ minutes }), {
      retryAfter: admission.waitMs / 1000,
    });
  }
  return admission;
}

/** Refuses what `admit` would refuse after the person's live dream has ended. @throws AppError as it does */
export async function refuseNewDream(deps: AdmissionDeps, person: SessionUser): Promise<void> {
  await refuseWhileFull(deps);
  const access = await checkAccess(deps, person);
  if (!access.canStream) throw overQuota(deps, access);
}

async function refuseWhileFull(deps: Pick<AdmissionDeps, 'isLeaving' | 'canHold'>): Promise<void> {
  if (deps.isLeaving()) throw new AppError(503, 'restart', m.stream_error_restarting(), { retryAfter: 30 });
  if (!(await deps.canHold()))
    throw new AppError(503, 'disk-full', m.stream_error_disk_full(), { retryAfter: 60 });
}

function overQuota({ config }: Pick<AdmissionDeps, 'config'>, access: AccessAnswer): AppError {
  const isSpent = access.isTrial || access.periodEnd !== null;
  const text = denialText(access, config.sellsPlans);
  return new AppError(403, isSpent ? OVER_QUOTA : 'no-access', text, { extra: access });
}

/** The specification's denial text, without the upgrade hint if this site sells no plans. */
export function denialText(access: AccessAnswer, sellsPlans: boolean): string {
  if (access.isTrial) {
    return sellsPlans ? m.stream_denied_trial() : m.stream_denied_trial_no_plans();
  }
  if (access.periodEnd !== null) {
    const date = dayText(Date.parse(`${access.periodEnd}Z`));
    return m.stream_denied_period({ limit: access.limit ?? 0, date });
  }
  return sellsPlans ? m.stream_denied() : m.stream_denied_no_plans();
}

import { utcText } from '../../../src/kit/clock.ts';
import { AppError } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import { currentPeriod } from '../../billing/current-period.ts';
import type { BillingConfig } from '../../billing/settings.ts';
import type { BillingStore } from '../../billing/store.ts';
import type { Admission, Dream, Lifecycle } from '../../dreams/lifecycle.ts';
import type { Hold } from '../recording/disk-ledger.ts';
import type { AccessAnswer } from '../schemas.ts';
import type { StreamConfig } from '../settings.ts';

/** Starts an hour that never showed a picture; more is a script, or a person who needs help. */
const MAX_UNCHARGED_STARTS = 60;

export interface AdmissionDeps {
  config: StreamConfig & BillingConfig;
  clock: { now(): number };
  lifecycle: Lifecycle;
  billing: BillingStore;
  /** names this node in the database */
  node: string;
  /** promises the room for another dream of this many seconds; null when the disk can't hold it */
  reserve(seconds: number): Promise<Hold | null>;
}

type Plan =
  | { kind: 'unlimited' }
  | { kind: 'trial'; limit: number; since: 0; until: null }
  | { kind: 'basic'; limit: number; since: number; until: number };

/** What a person's plan allows: three dreams in all, five a billing period, or as many as they like. */
async function planOf(deps: AdmissionDeps, person: SessionUser): Promise<Plan> {
  if (person.role === 'user')
    return { kind: 'trial', limit: deps.config.TRIAL_STREAMS, since: 0, until: null };
  if (person.role === 'subscribed' && person.subscription_tier === 'basic') {
    const period = await currentPeriod(deps.billing, person.id, deps.clock.now());
    return { kind: 'basic', limit: deps.config.BASIC_STREAMS, since: period.start, until: period.end };
  }
  return { kind: 'unlimited' };
}

/** How much of the plan is used. */
export async function checkAccess(deps: AdmissionDeps, person: SessionUser): Promise<AccessAnswer> {
  const plan = await planOf(deps, person);
  const used = await deps.lifecycle.countCharged(person.id, plan.kind === 'unlimited' ? 0 : plan.since);
  const limit = plan.kind === 'unlimited' ? null : plan.limit;
  return {
    canStream: limit === null || used < limit,
    isTrial: plan.kind === 'trial',
    isBasic: plan.kind === 'basic',
    used,
    limit,
    remainingTrials: plan.kind === 'trial' ? Math.max(0, plan.limit - used) : null,
    periodEnd: plan.kind === 'basic' ? utcText(plan.until) : null,
  };
}

/**
 * Lets a person in: gives back the dream that they have, or makes one.
 * @throws AppError 403 over quota (with the access figures), 429 after too many empty starts, 503 on a full disk
 */
export async function admit(
  deps: AdmissionDeps,
  person: SessionUser,
): Promise<Extract<Admission, { dream: Dream }>> {
  const active = await deps.lifecycle.findActive(person.id);
  if (active) return { kind: 'active', dream: active };
  const hold = await deps.reserve(deps.config.STREAM_SECONDS);
  if (!hold) {
    throw new AppError(
      503,
      'disk-full',
      'There is no room left to record another dream. Please try again later.',
      {
        retryAfter: 60,
      },
    );
  }
  try {
    const admission = await admitWithRoom(deps, person);
    if (admission.kind === 'admitted') hold.keep(admission.dream.id);
    return admission;
  } finally {
    hold.release();
  }
}

async function admitWithRoom(
  deps: AdmissionDeps,
  person: SessionUser,
): Promise<Extract<Admission, { dream: Dream }>> {
  const plan = await planOf(deps, person);
  const admission = await deps.lifecycle.admit({
    userId: person.id,
    limitSeconds: deps.config.STREAM_SECONDS,
    quota: plan.kind === 'unlimited' ? null : { since: plan.since, limit: plan.limit },
    mostUnchargedStarts: person.role === 'admin' ? null : MAX_UNCHARGED_STARTS,
    node: deps.node,
  });
  if (admission.kind === 'over-quota') {
    const access = await checkAccess(deps, person);
    throw new AppError(403, 'over-quota', denialText(access), { extra: access });
  }
  if (admission.kind === 'too-many-starts') {
    throw new AppError(
      429,
      'too-many-starts',
      'Too many dreams were started without one being watched. Please try again later.',
      {
        retryAfter: 600,
      },
    );
  }
  return admission;
}

/** The specification's words for a refusal. */
export function denialText(access: AccessAnswer): string {
  if (access.isTrial) return "You've used all of your free trial streams. Subscribe to continue streaming!";
  if (access.isBasic) {
    const date = new Date(`${access.periodEnd}Z`).toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
    return `You've reached your limit of ${access.limit} streams this billing period. Your limit resets on ${date}.`;
  }
  return 'Unable to start stream. Please check your subscription status.';
}

import { utcText } from '../kit/clock.ts';
import { badRequest, notFound } from '../kit/errors.ts';
import { check } from '../kit/http/http.ts';
import { CSV_START, csvLine } from '../kit/shared/csv.ts';
import type { AuditFilter } from './contract/audit.ts';
import { EXPORTS, type Exported } from './contract/exports.ts';
import type { PaymentFilter } from './contract/payments.ts';
import type { UserFilter } from './contract/people/people.ts';
import type { SessionFilter } from './contract/sessions.ts';
import type { AdminDeps } from './deps.ts';
import { paymentsAfter } from './payments/list-payments.ts';
import type { After } from './queries/exports.ts';
import { readAuditLines } from './read-audit.ts';

/** Rows per query. Larger queries would delay live dreams. */
const PART = 200;
/** Sends the text of several rows together. */
const END = '\r\n';

type Values = readonly (string | number | boolean | null)[];

/** Parses which list to export, and its filter. @throws AppError 404, 400 */
export function readExport(what: string, filter: string | undefined) {
  if (!Object.hasOwn(EXPORTS, what)) throw notFound('No list was found at this address.');
  const exported = what as Exported;
  try {
    return { what: exported, filter: check(EXPORTS[exported], JSON.parse(filter ?? '{}')) };
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest('filter is no JSON') : error;
  }
}

/** The lines of a CSV file, read from the database on demand. */
export async function* exportCsv(
  deps: Pick<AdminDeps, 'store' | 'clock' | 'billing' | 'log'>,
  { what, filter }: ReturnType<typeof readExport>,
): AsyncGenerator<string> {
  const { store, clock } = deps;
  switch (what) {
    case 'people':
      return yield* linesOf(PEOPLE, (after) => peoplePart(store, filter as UserFilter, after, clock.now()));
    case 'sessions':
      return yield* linesOf(SESSIONS, (after) => sessionsPart(store, filter as SessionFilter, after));
    case 'payments':
      return yield* paymentLines(deps, filter as PaymentFilter);
    case 'audit':
      return yield* linesOf(AUDIT, (after) => auditPart(store, filter as AuditFilter, after));
  }
}

interface Part {
  rows: Values[];
  /** null after the last row */
  after: After | null;
}

async function* linesOf(
  titles: readonly string[],
  read: (after: After | null) => Promise<Part>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(titles) + END;
  let part = await read(null);
  for (;;) {
    if (part.rows.length > 0) yield part.rows.map((row) => csvLine(row) + END).join('');
    if (part.after === null) return;
    part = await read(part.after);
  }
}

type Store = AdminDeps['store'];

const PEOPLE = [
  'id',
  'name',
  'email',
  'role',
  'subscription_tier',
  'created_at',
  'last_seen',
  'suspended_at',
  'suspended_until',
];

async function peoplePart(store: Store, filter: UserFilter, after: After | null, now: number): Promise<Part> {
  const rows = await store.peopleAfter(filter, after, PART, now);
  const last = rows.at(-1);
  return {
    rows: rows.map((user) => [
      user.id,
      user.name,
      user.email,
      user.role,
      user.subscriptionTier,
      utcText(user.createdAt),
      utcText(user.lastSeenAt || null),
      utcText(user.suspendedAt),
      utcText(user.suspendedUntil),
    ]),
    after: rows.length === PART && last ? { at: last.createdAt, id: last.id } : null,
  };
}

const SESSIONS = [
  'session_id',
  'user_id',
  'user_email',
  'job_status',
  'server_status',
  'counted',
  'requested_at',
  'started_at',
  'ended_at',
  'end_reason',
  'end_text',
  'rp_job_id',
  'rp_worker_id',
  'generator',
  'model',
  'start_delay_ms',
  'gpu_seconds',
  'frames',
  'server_fps',
  'client_fps',
  'feedback_stars',
];

async function sessionsPart(store: Store, filter: SessionFilter, after: After | null): Promise<Part> {
  const rows = await store.sessionsAfter(filter, after, PART);
  const last = rows.at(-1);
  return {
    rows: rows.map((dream) => [
      dream.id,
      dream.userId,
      dream.email,
      dream.jobStatus,
      dream.serverStatus,
      dream.chargedAt !== null,
      utcText(dream.requestedAt),
      utcText(dream.startedAt),
      utcText(dream.endedAt),
      dream.endReason,
      dream.endText,
      dream.rpJobId,
      dream.workerId,
      dream.generator,
      dream.model,
      dream.startDelayMs,
      dream.gpuSeconds,
      dream.frames,
      dream.serverFps,
      dream.clientFps,
      dream.stars,
    ]),
    after: rows.length === PART && last ? { at: last.requestedAt, id: last.id } : null,
  };
}

const AUDIT = [
  'id',
  'at',
  'kind',
  'what',
  'user_id',
  'account',
  'by_id',
  'by',
  'target_id',
  'address',
  'device',
  'count',
];

async function auditPart(store: Store, filter: AuditFilter, after: After | null): Promise<Part> {
  const lines = await readAuditLines(store, filter, { after, limit: PART, offset: 0 });
  const last = lines.at(-1)?.row;
  return {
    rows: lines.map(({ row, entry: { id, at, kind, what, person, by, address, device, count } }) => [
      id,
      at,
      kind,
      what,
      row.userId,
      person,
      row.actorId,
      by,
      row.targetId,
      address,
      device,
      count,
    ]),
    after: lines.length === PART && last ? { at: last.at, id: last.id } : null,
  };
}

const PAYMENTS = ['charge', 'at', 'user_id', 'email', 'what', 'amount', 'refunded', 'currency', 'state'];

/** Reads Stripe's pages one after another; an empty page follows the last. */
async function* paymentLines(
  deps: Parameters<typeof paymentsAfter>[0],
  filter: PaymentFilter,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(PAYMENTS) + END;
  let after: string | null = null;
  do {
    const part: Awaited<ReturnType<typeof paymentsAfter>> = await paymentsAfter(deps, filter, after);
    after = part.after;
    const lines = part.rows.map(({ id, at, user_id, email, what, state, exact }) =>
      csvLine([id, at, user_id, email, what, exact.amount, exact.refunded, exact.currency, state]),
    );
    if (lines.length > 0) yield lines.map((line) => line + END).join('');
  } while (after !== null);
}

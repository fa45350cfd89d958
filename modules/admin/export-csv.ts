import { utcText } from '../kit/clock.ts';
import { badRequest, notFound } from '../kit/errors.ts';
import { check } from '../kit/http/http.ts';
import { CSV_START, csvLine } from '../kit/shared/csv.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import type { AuditFilter } from './contract/audit-filter.ts';
import { EXPORTS, type Exported } from './contract/exports.ts';
import type { PaymentFilter } from './contract/payment-filter.ts';
import type { PaymentRow } from './contract/payments.ts';
import type { UserFilter } from './contract/people/people.ts';
import type { SessionFilter } from './contract/session-filter.ts';
import type { AdminDeps } from './deps.ts';
import { paymentsAfter } from './payments/list-payments.ts';
import type { After } from './queries/exports.ts';
import { readAuditLines } from './read-audit.ts';

/** Rows per query. Larger queries would delay live dreams. */
const PART = 200;
/** Sends the text of several rows together. */
const END = '\r\n';

/** Parses which list to export, and its filter. @throws AppError 404, 400 */
export function readExport(what: string, filter: string | undefined) {
  if (!Object.hasOwn(EXPORTS, what)) throw notFound(m.admin_error_list());
  const exported = what as Exported;
  try {
    return { what: exported, filter: check(EXPORTS[exported], JSON.parse(filter ?? '{}')) };
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest(m.admin_error_filter()) : error;
  }
}

export function exportText({ what, filter }: ReturnType<typeof readExport>): string {
  const narrowed = Object.entries(filter).map(([field, value]) => `${field} ${value}`);
  return inCodes(() =>
    m.admin_audit_export({ what, filter: narrowed.join(', ') || m.admin_audit_export_all() }),
  );
}

/** Columns of a CSV file, by title. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | boolean | null>>;
type Rows<Read extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number];
type Store = AdminDeps['store'];

const PEOPLE: Columns<Rows<Store['peopleAfter']>> = {
  id: (user) => user.id,
  name: (user) => user.name,
  email: (user) => user.email,
  role: (user) => user.role,
  subscription_tier: (user) => user.subscriptionTier,
  created_at: (user) => utcText(user.createdAt),
  last_seen: (user) => utcText(user.lastSeenAt || null),
  suspended_at: (user) => utcText(user.suspendedAt),
  suspended_until: (user) => utcText(user.suspendedUntil),
};

const SESSIONS: Columns<Rows<Store['sessionsAfter']>> = {
  session_id: (dream) => dream.id,
  user_id: (dream) => dream.userId,
  user_email: (dream) => dream.email,
  job_status: (dream) => dream.jobStatus,
  server_status: (dream) => dream.serverStatus,
  counted: (dream) => dream.chargedAt !== null,
  requested_at: (dream) => utcText(dream.requestedAt),
  started_at: (dream) => utcText(dream.startedAt),
  ended_at: (dream) => utcText(dream.endedAt),
  end_reason: (dream) => dream.endReason,
  end_text: (dream) => dream.endText,
  rp_job_id: (dream) => dream.rpJobId,
  rp_worker_id: (dream) => dream.workerId,
  generator: (dream) => dream.generator,
  model: (dream) => dream.model,
  start_delay_ms: (dream) => dream.startDelayMs,
  gpu_seconds: (dream) => dream.gpuSeconds,
  frames: (dream) => dream.frames,
  server_fps: (dream) => dream.serverFps,
  client_fps: (dream) => dream.clientFps,
  feedback_stars: (dream) => dream.stars,
};

const AUDIT: Columns<Rows<typeof readAuditLines>> = {
  id: ({ entry }) => entry.id,
  at: ({ entry }) => entry.at,
  kind: ({ entry }) => entry.kind,
  what: ({ entry }) => entry.what,
  user_id: ({ row }) => row.userId,
  account: ({ entry }) => entry.person,
  by_id: ({ row }) => row.actorId,
  by: ({ entry }) => entry.by,
  target_id: ({ row }) => row.targetId,
  address: ({ entry }) => entry.address,
  device: ({ entry }) => entry.device,
  count: ({ entry }) => entry.count,
};

const PAYMENTS: Columns<PaymentRow> = {
  charge: (payment) => payment.id,
  at: (payment) => payment.at,
  user_id: (payment) => payment.user_id,
  email: (payment) => payment.email,
  what: (payment) => payment.what,
  amount: (payment) => payment.exact.amount,
  refunded: (payment) => payment.exact.refunded,
  currency: (payment) => payment.exact.currency,
  state: (payment) => payment.state,
};

/** A few rows of a list, and the place after which the next ones follow; null after the last. */
interface Part<Row, Place> {
  rows: Row[];
  after: Place | null;
}

/** The lines of a CSV file, read from the database on demand. */
export function exportCsv(
  deps: Pick<AdminDeps, 'store' | 'clock' | 'billing' | 'log'>,
  { what, filter }: ReturnType<typeof readExport>,
): AsyncGenerator<string> {
  const { store, clock } = deps;
  switch (what) {
    case 'people':
      return linesOf(PEOPLE, async (after: After | null) =>
        partOf(
          await store.peopleAfter(filter as UserFilter, after, PART, clock.now()),
          ({ createdAt: at, id }) => ({ at, id }),
        ),
      );
    case 'sessions':
      return linesOf(SESSIONS, async (after: After | null) =>
        partOf(
          await store.sessionsAfter(filter as SessionFilter, after, PART),
          ({ requestedAt: at, id }) => ({ at, id }),
        ),
      );
    case 'payments':
      return linesOf(PAYMENTS, (after: string | null) => paymentsAfter(deps, filter as PaymentFilter, after));
    case 'audit':
      return linesOf(AUDIT, async (after: After | null) =>
        partOf(
          await readAuditLines(store, filter as AuditFilter, { after, limit: PART, offset: 0 }),
          ({ row: { at, id } }) => ({ at, id }),
        ),
      );
  }
}

function partOf<Row>(rows: Row[], placeOf: (row: Row) => After): Part<Row, After> {
  const last = rows.at(-1);
  return { rows, after: rows.length === PART && last ? placeOf(last) : null };
}

async function* linesOf<Row, Place>(
  columns: Columns<Row>,
  read: (after: Place | null) => Promise<Part<Row, Place>>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(Object.keys(columns)) + END;
  const values = Object.values(columns);
  let after: Place | null = null;
  do {
    const part: Part<Row, Place> = await read(after);
    if (part.rows.length > 0)
      yield part.rows.map((row) => csvLine(values.map((value) => value(row))) + END).join('');
    after = part.after;
  } while (after !== null);
}

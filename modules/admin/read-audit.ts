import { utcText } from '../kit/clock.ts';
import { m } from '../kit/texts/m.ts';
import { readDecisionLine } from '../safety/contract/decision-line.ts';
import { actLabel, DREAM_ACTS } from './contract/acts.ts';
import type { AuditDataAnswer, AuditEntry } from './contract/audit.ts';
import type { AuditFilter } from './contract/audit-filter.ts';
import type { AuditRow } from './queries/audit.ts';
import type { After } from './queries/exports.ts';
import type { AdminStore } from './store.ts';

/** One page of account events and refusals. */
export async function readAudit(
  store: AdminStore,
  { page, limit, ...filter }: AuditFilter & { page: number; limit: number },
): Promise<AuditDataAnswer> {
  const [lines, totalCount] = await Promise.all([
    readAuditLines(store, filter, { after: null, limit, offset: (page - 1) * limit }),
    store.countAudit(filter, await store.peopleOfAudit(filter)),
  ]);
  return { entries: lines.map(({ entry }) => entry), totalCount };
}

/** Audit lines as stored and as shown, newest first. */
export async function readAuditLines(
  store: AdminStore,
  filter: AuditFilter,
  part: { after: After | null; limit: number; offset: number },
): Promise<{ row: AuditRow; entry: AuditEntry }[]> {
  const rows = await store.listAudit(filter, await store.peopleOfAudit(filter), part);
  const ids = new Set(rows.flatMap(({ userId, actorId }) => [userId, actorId]).filter((id) => id !== null));
  const emails = await store.emailsOf([...ids]);
  return rows.map((row) => ({
    row,
    entry: {
      id: row.id,
      at: utcText(row.at),
      kind: row.kind,
      what: describe(row),
      dream: dreamOf(row),
      person: (row.userId && emails.get(row.userId)) ?? null,
      by: (row.actorId && emails.get(row.actorId)) ?? null,
      address: row.address,
      device: row.device,
      count: row.count,
    },
  }));
}

function dreamOf(row: AuditRow): string | null {
  if (row.kind === 'safety') return readDecisionLine(row.detail ?? '')?.dream ?? null;
  return row.action !== null && DREAM_ACTS.includes(row.action) ? row.targetId : null;
}

/** For admins, for example "Role changed: user → admin"; for everyone else, the text of the log. */
function describe({ kind, action, detail }: AuditRow): string {
  if (kind === 'safety') return readDecisionLine(detail ?? '')?.what ?? '';
  if (action === null) return detail ?? '';
  const what = action === 'mail' ? m.admin_audit_what_mail() : actLabel(action);
  return detail ? m.admin_audit_what_detail({ what, detail }) : what;
}

import type { AuditDataAnswer, AuditEntry } from '../../../modules/admin/contract/audit.ts';
import { AUDIT_FILTER, KIND_LABELS } from '../../../modules/admin/contract/audit-filter.ts';
import { AUDIT_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { REFUSALS } from '../../../modules/security-log/contract/schemas.ts';
import { localTime } from '../format.ts';
import type { List } from '../list/list-query.ts';
import { type Column, ListTable } from '../list/list-table.tsx';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { dreamAddress } from '../use-asked.ts';

export const AUDIT: List<typeof AUDIT_FILTER, AuditDataAnswer> = {
  view: 'audit',
  filter: AUDIT_FILTER,
  sizes: AUDIT_PAGE_SIZES,
  path: 'audit-data',
  action: 'getAudit',
  nothing: { entries: [], totalCount: 0 },
  csv: 'audit',
  texts: {
    title: m.admin_audit_list_title,
    filter: m.admin_audit_filter_label,
    loading: m.admin_audit_list_loading,
    empty: m.admin_audit_list_empty,
    failed: m.admin_forms_load_audit,
  },
};

/** Sign-ins, refusals and admin actions. */
export function AuditView() {
  const listing = useList(AUDIT);
  const { entries } = listing.answer;
  return (
    <ListView listing={listing} count={entries.length}>
      <ListTable
        label={m.admin_audit_table_label()}
        className="audit"
        columns={columns()}
        rows={entries}
        keyOf={({ id }) => id}
      />
    </ListView>
  );
}

const isRefusal = (kind: string) => REFUSALS.some((one) => one === kind);

const columns = (): Column<AuditEntry>[] => [
  { title: m.admin_audit_table_time(), isNumeric: true, cell: ({ at }) => <time>{localTime(at)}</time> },
  {
    title: m.admin_audit_table_kind(),
    cell: ({ kind }) => (
      <span className="badge" data-refusal={isRefusal(kind) || undefined}>
        {KIND_LABELS[kind]()}
      </span>
    ),
  },
  {
    title: m.admin_audit_table_what(),
    cell: ({ kind, count, dream, what }) => (
      // The security log is in English; what admins did quotes people.
      <div dir="auto" lang={kind === 'admin' ? undefined : 'en'}>
        {count > 1 && <strong className="numbers">{m.admin_audit_table_count({ count })} </strong>}
        {dream ? <a href={dreamAddress(dream)}>{what}</a> : what}
      </div>
    ),
  },
  {
    title: m.admin_audit_table_person(),
    cell: ({ person, by }) => (
      <>
        {person}
        {by && <small>{m.admin_audit_table_by({ operator: by })}</small>}
      </>
    ),
  },
  {
    title: m.admin_audit_table_from(),
    isNumeric: true,
    cell: ({ address, device }) => (
      <>
        {address}
        {device && <small>{device}</small>}
      </>
    ),
  },
];

import { type FormEvent, useEffect, useState } from 'react';
import { ACTS, actLabel } from '../../../modules/admin/contract/acts.ts';
import { AUDIT_KINDS, AUDIT_PAGE_SIZES, DEFAULT_PAGE_SIZE } from '../../../modules/admin/contract/limits.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { CsvLink } from '../csv-link.tsx';
import { FilterActions } from '../filter-actions.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Pagination } from '../pagination.tsx';
import { AuditTable } from './audit-table.tsx';
import { KIND_LABELS } from './kinds.ts';
import { type AuditFields, EMPTY_FIELDS, requestOf, useAudit } from './use-audit.ts';

/** Sign-ins, refusals and admin actions. */
export function AuditView() {
  const { query: asked, answer, state, failure, go, again } = useAudit();
  const query = asked ?? { ...EMPTY_FIELDS, page: 1, limit: DEFAULT_PAGE_SIZE };
  const { entries, totalCount } = answer;
  const busy = state === 'loading';
  return (
    <section className="admin-view" aria-labelledby="audit-title">
      <header className="admin-head">
        <h2 id="audit-title" className="numbers">
          Audit ({totalCount})
        </h2>
        <CsvLink what="audit" request={requestOf(query)} />
      </header>
      <AuditFilters applied={asked} onApply={(fields) => go({ ...query, ...fields, page: 1 })} />
      {state === 'failed' ? (
        <LoadFailure text={m.admin_forms_load_audit} reason={failure} onRetry={() => again(query)} />
      ) : busy && entries.length === 0 ? (
        <p className="admin-note" role="status">
          Loading audit...
        </p>
      ) : entries.length === 0 ? (
        <p className="admin-note">Nothing found matching your criteria.</p>
      ) : (
        <AuditTable entries={entries} />
      )}
      <Pagination
        page={query.page}
        limit={query.limit}
        total={totalCount}
        sizes={AUDIT_PAGE_SIZES}
        noun="entries"
        buttons={0}
        disabled={busy}
        onPage={(page) => go({ ...query, page })}
        onLimit={(limit) => go({ ...query, limit, page: 1 })}
      />
    </section>
  );
}

interface AuditFiltersProps {
  applied: AuditFields | null;
  onApply: (fields: AuditFields) => void;
}

function AuditFilters({ applied, onApply }: AuditFiltersProps) {
  const [draft, setDraft] = useState(EMPTY_FIELDS);
  useEffect(() => {
    if (!applied) return;
    const { kind, act, object, person, after, before } = applied;
    setDraft({ kind, act, object, person, after, before });
  }, [applied]);
  const bind = (field: keyof AuditFields) => ({
    name: field,
    value: draft[field],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ ...draft, person: draft.person.trim(), object: draft.object.trim() });
  };
  return (
    <form className="admin-filters audit-filters" onSubmit={submit} aria-label="Filter audit">
      <label>
        <span>Kind</span>
        <select {...bind('kind')} className="admin-select">
          <option value="">All Kinds</option>
          {AUDIT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_LABELS[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Act</span>
        <select {...bind('act')} className="admin-select">
          <option value="">All Acts</option>
          {ACTS.map((act) => (
            <option key={act} value={act}>
              {actLabel(act)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Object</span>
        <input
          type="search"
          {...bind('object')}
          className="admin-input"
          placeholder="ID of a dream or worker..."
        />
      </label>
      <label>
        <span>Person</span>
        <input type="search" {...bind('person')} className="admin-input" placeholder="Search by email..." />
      </label>
      <fieldset className="admin-range admin-range-dates">
        <legend>Date Range</legend>
        <input type="datetime-local" aria-label="From" {...bind('after')} className="admin-input" />
        <input type="datetime-local" aria-label="To" {...bind('before')} className="admin-input" />
      </fieldset>
      <FilterActions
        onClear={() => {
          setDraft(EMPTY_FIELDS);
          onApply(EMPTY_FIELDS);
        }}
      />
    </form>
  );
}

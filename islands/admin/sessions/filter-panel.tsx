import { type FormEvent, useEffect, useState } from 'react';
import {
  SESSION_FIELDS,
  SESSION_FILTER,
  type SessionField,
  sessionField,
} from '../../../modules/admin/contract/session-filter.ts';
import { FilterActions } from '../filter-actions.tsx';
import { EMPTY_FILTER, type Filter, trimmed } from './session-query.ts';

const STATUSES = [
  ['', 'All Statuses'],
  ['PENDING', 'Pending'],
  ['RUNNING', 'Running'],
  ['DONE', 'Done'],
  ['FAILED', 'Failed'],
  ['TIMEOUT NO CONNECTION', 'Timeout No Connection'],
] as const;

const WORDS = SESSION_FIELDS.filter((field) => SESSION_FILTER[field].kind === 'words');
/** Legends of field groups. */
const GROUPS = [...new Set(SESSION_FIELDS.flatMap((field) => sessionField(field).group ?? []))];
const fieldsOf = (group: string) => SESSION_FIELDS.filter((field) => sessionField(field).group === group);
const isOfDates = (group: string) => fieldsOf(group).every((field) => sessionField(field).kind === 'moment');

function inputOf(name: SessionField) {
  const field = sessionField(name);
  if (field.kind !== 'fps') return { type: 'datetime-local' } as const;
  const placeholder = field.bound === 'from' ? 'Min' : 'Max';
  return { type: 'number', min: 0, step: 0.1, inputMode: 'decimal', placeholder } as const;
}

interface FilterPanelProps {
  applied: Filter;
  onApply: (filter: Filter) => void;
}

export function FilterPanel({ applied, onApply }: FilterPanelProps) {
  const [draft, setDraft] = useState(applied);
  useEffect(() => setDraft(applied), [applied]);
  const bind = (field: SessionField) => ({
    name: field,
    className: 'admin-input',
    value: draft[field],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(trimmed(draft));
  };
  return (
    <form className="admin-filters" onSubmit={submit} aria-label="Filter sessions">
      <label>
        <span>{SESSION_FILTER.jobStatus.label}</span>
        <select {...bind('jobStatus')} className="admin-select">
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {/* Only a URL can set it. */}
          {draft.jobStatus === 'ABORTED' && <option value="ABORTED">Aborted</option>}
        </select>
      </label>
      <label>
        <span>{SESSION_FILTER.recording.label}</span>
        <select {...bind('recording')} className="admin-select">
          <option value="">All Recordings</option>
          <option value="FAILED">Failed</option>
        </select>
      </label>
      {WORDS.map((field) => (
        <label key={field}>
          <span>{SESSION_FILTER[field].label}</span>
          <input type="search" {...bind(field)} />
        </label>
      ))}
      {GROUPS.map((group) => (
        <fieldset key={group} className={isOfDates(group) ? 'admin-range admin-range-dates' : 'admin-range'}>
          <legend>{group}</legend>
          {fieldsOf(group).map((field) => (
            <input
              key={field}
              aria-label={SESSION_FILTER[field].label}
              {...inputOf(field)}
              {...bind(field)}
            />
          ))}
        </fieldset>
      ))}
      <FilterActions
        onClear={() => {
          setDraft(EMPTY_FILTER);
          onApply(EMPTY_FILTER);
        }}
      />
    </form>
  );
}

import { type FormEvent, useEffect, useState } from 'react';
import {
  SESSION_FIELDS,
  SESSION_FILTER,
  type SessionField,
  sessionField,
} from '../../../modules/admin/contract/session-filter.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { FilterActions } from '../filter-actions.tsx';
import { EMPTY_FILTER, type Filter, trimmed } from './session-query.ts';

const STATUSES = [
  ['', m.admin_dreams_filter_status_all],
  ['PENDING', m.admin_dreams_filter_status_pending],
  ['RUNNING', m.admin_dreams_filter_status_running],
  ['DONE', m.admin_dreams_filter_status_done],
  ['FAILED', m.admin_dreams_filter_status_failed],
  ['TIMEOUT NO CONNECTION', m.admin_dreams_filter_status_no_connection],
] as const;

const WORDS = SESSION_FIELDS.filter((field) => SESSION_FILTER[field].kind === 'words');
/** Legends of field groups. */
const GROUPS = [...new Set(SESSION_FIELDS.flatMap((field) => sessionField(field).group ?? []))];
const fieldsOf = (group: () => string) =>
  SESSION_FIELDS.filter((field) => sessionField(field).group === group);
const isOfDates = (group: () => string) =>
  fieldsOf(group).every((field) => sessionField(field).kind === 'moment');

function inputOf(name: SessionField) {
  const field = sessionField(name);
  if (field.kind !== 'fps') return { type: 'datetime-local' } as const;
  const placeholder = field.bound === 'from' ? m.admin_dreams_filter_min() : m.admin_dreams_filter_max();
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
    <form className="admin-filters" onSubmit={submit} aria-label={m.admin_dreams_filter_label()}>
      <label>
        <span>{SESSION_FILTER.jobStatus.label()}</span>
        <select {...bind('jobStatus')} className="admin-select">
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label()}
            </option>
          ))}
          {/* Only a URL can set it. */}
          {draft.jobStatus === 'ABORTED' && (
            <option value="ABORTED">{m.admin_dreams_filter_status_aborted()}</option>
          )}
        </select>
      </label>
      <label>
        <span>{SESSION_FILTER.recording.label()}</span>
        <select {...bind('recording')} className="admin-select">
          <option value="">{m.admin_dreams_filter_recording_all()}</option>
          <option value="FAILED">{m.admin_dreams_filter_recording_failed()}</option>
        </select>
      </label>
      {WORDS.map((field) => (
        <label key={field}>
          <span>{SESSION_FILTER[field].label()}</span>
          <input type="search" {...bind(field)} />
        </label>
      ))}
      {GROUPS.map((group) => (
        <fieldset
          key={fieldsOf(group)[0]}
          className={isOfDates(group) ? 'admin-range admin-range-dates' : 'admin-range'}
        >
          <legend>{group()}</legend>
          {fieldsOf(group).map((field) => (
            <input
              key={field}
              aria-label={SESSION_FILTER[field].label()}
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

import { type FormEvent, useEffect, useState } from 'react';
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

interface FilterPanelProps {
  applied: Filter;
  onApply: (filter: Filter) => void;
}

export function FilterPanel({ applied, onApply }: FilterPanelProps) {
  const [draft, setDraft] = useState(applied);
  useEffect(() => setDraft(applied), [applied]);
  const bind = (field: keyof Filter) => ({
    name: field,
    className: 'admin-input',
    value: draft[field],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  });
  const fps = { type: 'number', min: 0, step: 0.1, inputMode: 'decimal' } as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(trimmed(draft));
  };
  return (
    <form className="admin-filters" onSubmit={submit} aria-label="Filter sessions">
      <label>
        <span>Job Status</span>
        <select {...bind('jobStatus')} className="admin-select">
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {/* Only an address can ask for it. */}
          {draft.jobStatus === 'ABORTED' && <option value="ABORTED">Aborted</option>}
        </select>
      </label>
      <label>
        <span>RunPod Job ID</span>
        <input type="search" {...bind('rpJobId')} />
      </label>
      <label>
        <span>Worker ID</span>
        <input type="search" {...bind('workerId')} />
      </label>
      <fieldset className="admin-range admin-range-dates">
        <legend>Date Range</legend>
        <input type="datetime-local" aria-label="From" {...bind('sessionAfter')} />
        <input type="datetime-local" aria-label="To" {...bind('sessionBefore')} />
      </fieldset>
      <fieldset className="admin-range">
        <legend>Server FPS Range</legend>
        <input {...fps} placeholder="Min" aria-label="Min server FPS" {...bind('minServerFps')} />
        <input {...fps} placeholder="Max" aria-label="Max server FPS" {...bind('maxServerFps')} />
      </fieldset>
      <fieldset className="admin-range">
        <legend>Client FPS Range</legend>
        <input {...fps} placeholder="Min" aria-label="Min client FPS" {...bind('minClientFps')} />
        <input {...fps} placeholder="Max" aria-label="Max client FPS" {...bind('maxClientFps')} />
      </fieldset>
      <FilterActions
        onClear={() => {
          setDraft(EMPTY_FILTER);
          onApply(EMPTY_FILTER);
        }}
      />
    </form>
  );
}

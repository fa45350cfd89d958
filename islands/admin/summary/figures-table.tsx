import { useState } from 'react';
import useSWR from 'swr';
import type { FiguresAnswer, FiguresRow } from '../../../modules/admin/contract/figures.ts';
import { STEPS, type Step } from '../../../modules/admin/contract/limits.ts';
import { csvLine } from '../../../modules/kit/shared/csv.ts';
import { parseUtc } from '../../../modules/kit/shared/dates.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { saveText } from '../save-text.ts';
import { dollars } from '../workers/figures.ts';

const LABELS: Record<Step, string> = { day: 'By day', week: 'By week', month: 'By month' };

interface Column {
  title: string;
  /** only where plans are sold */
  sold?: true;
  text: (row: FiguresRow) => string;
}

const share = (part: number, whole: number) =>
  whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`;
const each = (cost: number | null, n: number) => (cost === null || n === 0 ? '–' : dollars(cost / n));

const COLUMNS: readonly Column[] = [
  { title: 'Sign-ups', text: ({ sign_ups }) => String(sign_ups) },
  { title: 'Active', text: ({ active }) => String(active) },
  { title: 'Came back', text: ({ active, came_back }) => `${came_back}${share(came_back, active)}` },
  {
    title: 'New payers',
    sold: true,
    text: ({ new_payers, sign_ups }) => `${new_payers}${share(new_payers, sign_ups)}`,
  },
  {
    title: 'Paid, by Stripe',
    sold: true,
    text: ({ paid }) => (paid === null ? 'not known' : paid.join(', ') || '–'),
  },
  { title: 'GPU hours', text: ({ gpu_hours }) => gpu_hours.toFixed(1) },
  { title: 'Cost', text: ({ cost_usd }) => (cost_usd === null ? '–' : dollars(cost_usd)) },
  { title: 'A dream', text: ({ cost_usd, dreams }) => each(cost_usd, dreams) },
  { title: 'A person', text: ({ cost_usd, active }) => each(cost_usd, active) },
];

/** Users, payments and costs, by day, week or month. */
export function FiguresTable() {
  const [step, setStep] = useState<Step>('week');
  const { data, error, mutate } = useSWR<FiguresAnswer, Error>(
    `figures ${step}`,
    () => adminApi<FiguresAnswer>('figures-data', { action: 'getFigures', step }),
    { keepPreviousData: true },
  );
  const columns = COLUMNS.filter(({ sold }) => data?.sells || !sold);
  return (
    <section className="period-figures" aria-labelledby="figures-title">
      <div className="period-figures-bar">
        <h3 id="figures-title">People, payments and cost</h3>
        <select
          className="admin-select"
          aria-label="Figures by"
          value={step}
          onChange={(event) => setStep(event.target.value as Step)}
        >
          {STEPS.map((value) => (
            <option key={value} value={value}>
              {LABELS[value]}
            </option>
          ))}
        </select>
        {data && (
          <button
            type="button"
            className="admin-button"
            onClick={() => saveText(csvOf(columns, sinceBegun(data.rows)), `figures_by_${step}.csv`)}
          >
            Download CSV
          </button>
        )}
      </div>
      {error && (
        <LoadFailure text={m.admin_forms_load_figures} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          Loading the figures...
        </p>
      )}
      {data && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
          <section className="user-scroll" aria-label="Figures" tabIndex={0}>
            <table className="lines-table workers">
              <thead>
                <tr>
                  <th scope="col">From (UTC)</th>
                  {columns.map(({ title }) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sinceBegun(data.rows).map((row) => (
                  <tr key={row.from}>
                    <th scope="row" className="numbers">
                      {dayText(row.from)}
                    </th>
                    {columns.map(({ title, text }) => (
                      <td key={title} className="numbers" data-label={title}>
                        {text(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className="period-figures-note">
            Active: signed in and here. Came back: had signed up before the period. The first row is not over.
            {data.rows[0]?.cost_usd === null && ' Set GPU_USD_PER_HOUR for the cost.'}
            {data.isCut &&
              ' Stripe has more payments than are looked through: those of earlier periods are missing.'}
          </p>
        </>
      )}
    </section>
  );
}

/** Leaves out periods before the first activity, except the current one. */
function sinceBegun(rows: readonly FiguresRow[]): FiguresRow[] {
  const isEmpty = ({ sign_ups, active, dreams, paid }: FiguresRow) =>
    sign_ups + active + dreams + (paid?.length ?? 0) === 0;
  const last = rows.findLastIndex((row) => !isEmpty(row));
  return rows.slice(0, Math.max(1, last + 1));
}

const dayText = (from: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(parseUtc(from) ?? 0);

function csvOf(columns: readonly Column[], rows: readonly FiguresRow[]): string {
  const lines = rows.map((row) => [row.from.slice(0, 10), ...columns.map(({ text }) => text(row))]);
  return [['From', ...columns.map(({ title }) => title)], ...lines].map(csvLine).join('\r\n');
}

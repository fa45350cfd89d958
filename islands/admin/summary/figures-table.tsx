import { useState } from 'react';
import useSWR from 'swr';
import type { FiguresAnswer, FiguresRow } from '../../../modules/admin/contract/figures.ts';
import { STEPS, type Step } from '../../../modules/admin/contract/limits.ts';
import { csvLine } from '../../../modules/kit/shared/csv.ts';
import { parseUtc } from '../../../modules/kit/shared/dates.ts';
import { formatDate } from '../../../modules/kit/texts/format-date.ts';
import { formatList, formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { joinSentences } from '../../../modules/kit/texts/sentences.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { decimal } from '../format.ts';
import { type Column, figureColumn, ListTable } from '../list/list-table.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { saveText } from '../save-text.ts';
import { dollars } from '../workers/figures.ts';

const LABELS: Record<Step, () => string> = {
  day: m.admin_figures_step_day,
  week: m.admin_figures_step_week,
  month: m.admin_figures_step_month,
};

interface Figure {
  title: () => string;
  /** only where plans are sold */
  sold?: true;
  text: (row: FiguresRow) => string;
}

const withShare = (count: number, whole: number) =>
  whole === 0
    ? formatNumber(count)
    : m.admin_figures_table_share({ count, share: formatNumber(count / whole, { style: 'percent' }) });
const each = (cost: number | null, n: number) => dollars(cost === null || n === 0 ? null : cost / n);

const FIGURES: readonly Figure[] = [
  {
    title: m.admin_figures_column_sign_ups,
    text: ({ sign_ups }) => formatNumber(sign_ups),
  },
  { title: m.admin_figures_column_active, text: ({ active }) => formatNumber(active) },
  {
    title: m.admin_figures_column_returning,
    text: ({ active, came_back }) => withShare(came_back, active),
  },
  {
    title: m.admin_figures_column_guests,
    text: ({ guests, guests_kept }) =>
      guests === 0 ? formatNumber(0) : m.admin_figures_table_guests({ guests, kept: guests_kept }),
  },
  {
    title: m.admin_figures_column_new_payers,
    sold: true,
    text: ({ new_payers, sign_ups }) => withShare(new_payers, sign_ups),
  },
  {
    title: m.admin_figures_column_paid,
    sold: true,
    text: ({ paid }) =>
      paid === null
        ? m.admin_figures_table_unknown()
        : paid.length > 0
          ? formatList(paid, 'unit')
          : m.admin_no_value(),
  },
  {
    title: m.admin_figures_column_gpu_hours,
    text: ({ gpu_hours }) => decimal(gpu_hours, 1),
  },
  { title: m.admin_figures_column_cost, text: ({ cost_usd }) => dollars(cost_usd) },
  {
    title: m.admin_figures_column_cost_dream,
    text: ({ cost_usd, dreams }) => each(cost_usd, dreams),
  },
  {
    title: m.admin_figures_column_cost_person,
    text: ({ cost_usd, active }) => each(cost_usd, active),
  },
];

const columns = (sells: boolean): Column<FiguresRow>[] => [
  {
    title: m.admin_figures_column_from(),
    isHeading: true,
    isNumeric: true,
    cell: ({ from }) => dayText(from),
  },
  ...FIGURES.filter(({ sold }) => sells || !sold).map(({ title, text }) => figureColumn(title(), text)),
];

/** Users, payments and costs, by day, week or month. */
export function FiguresTable() {
  const [step, setStep] = useState<Step>('week');
  const { data, error, mutate } = useSWR<FiguresAnswer, Error>(
    `figures ${step}`,
    () => adminApi<FiguresAnswer>('figures-data', { action: 'getFigures', step }),
    { keepPreviousData: true },
  );
  return (
    <section className="period-figures" aria-labelledby="figures-title">
      <div className="period-figures-bar">
        <h3 id="figures-title">{m.admin_figures_table_title()}</h3>
        <select
          className="field"
          aria-label={m.admin_figures_step_label()}
          value={step}
          onChange={(event) => setStep(event.target.value as Step)}
        >
          {STEPS.map((value) => (
            <option key={value} value={value}>
              {LABELS[value]()}
            </option>
          ))}
        </select>
        {data && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => saveText(csvOf(sinceBegun(data.rows), data.sells), `figures_by_${step}.csv`)}
          >
            {m.admin_forms_download_csv()}
          </button>
        )}
      </div>
      {error && (
        <LoadFailure text={m.admin_forms_load_figures} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_figures_table_loading()}
        </p>
      )}
      {data && (
        <>
          <ListTable
            label={m.admin_figures_table_label()}
            className="workers period-figures-table"
            columns={columns(data.sells)}
            rows={sinceBegun(data.rows)}
            keyOf={({ from }) => from}
          />
          <p className="period-figures-note">
            {joinSentences([
              m.admin_figures_table_note(),
              data.rows[0]?.cost_usd === null && m.admin_figures_table_no_price(),
              data.isCut && m.admin_figures_table_cut(),
            ])}
          </p>
        </>
      )}
    </section>
  );
}

/** Leaves out periods before the first activity, except the current one. */
function sinceBegun(rows: readonly FiguresRow[]): FiguresRow[] {
  const isEmpty = ({ sign_ups, active, guests, dreams, paid }: FiguresRow) =>
    sign_ups + active + guests + dreams + (paid?.length ?? 0) === 0;
  const last = rows.findLastIndex((row) => !isEmpty(row));
  return rows.slice(0, Math.max(1, last + 1));
}

const dayText = (from: string): string =>
  formatDate(parseUtc(from) ?? 0, { dateStyle: 'medium', timeZone: 'UTC' });

/** The periods as CSV, with plain numbers. */
function csvOf(rows: readonly FiguresRow[], sells: boolean): string {
  const lines = rows.map(({ from, new_payers, paid, ...figures }) => ({
    from: from.slice(0, 10),
    ...figures,
    ...(sells && { new_payers, paid: paid?.join(', ') ?? '' }),
  }));
  return [Object.keys(lines[0] ?? {}), ...lines.map((line) => Object.values(line))].map(csvLine).join('\r\n');
}

import { useEffect, useMemo, useState } from 'react';
import type { FpsRow, SummaryAnswer } from '../../../modules/admin/contract/summary.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { formatDate } from '../../../modules/kit/texts/format-date.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { FiguresTable } from './figures-table.tsx';
import { FpsCard } from './fps-chart.tsx';
import { GrowthCard } from './growth-chart.tsx';
import { type CustomDays, dayText, PERIODS, type Period, type Range, rangeOf } from './period.ts';
import { SelectedTable } from './selected-table.tsx';
import { StatusCard } from './status-chart.tsx';
import { usePeriod } from './use-period.ts';

/** Contents of the screen: figures with the period and range they belong to. */
interface Shown {
  period: Period;
  range: Range;
  answer: SummaryAnswer;
}

interface SummaryViewProps {
  selected: ReadonlyMap<string, FpsRow>;
  onToggle: (row: FpsRow) => void;
  onClear: () => void;
}

export function SummaryView({ selected, onToggle, onClear }: SummaryViewProps) {
  const { period, custom, known, choosePeriod, chooseDay } = usePeriod();
  const { range, shown, loading, failure, retry } = useSummary(period, custom, known);
  // Otherwise the fields would be empty next to “Last 7 Days”.
  const days =
    period === 'custom' || !range ? custom : { from: dayText(range.start), to: dayText(range.end) };

  return (
    <section className="admin-view" aria-label={m.admin_figures_summary_label()}>
      <div className="summary-bar">
        <label>
          <span className="visually-hidden">{m.admin_figures_period_label()}</span>
          <select
            className="field"
            value={period}
            onChange={(event) => choosePeriod(event.target.value as Period)}
          >
            {Object.entries(PERIODS).map(([value, label]) => (
              <option key={value} value={value}>
                {label()}
              </option>
            ))}
          </select>
        </label>
        <input
          type="date"
          className="field"
          aria-label={m.admin_figures_date_start()}
          value={days.from}
          onChange={(event) => chooseDay({ from: event.target.value })}
        />
        <input
          type="date"
          className="field"
          aria-label={m.admin_figures_date_end()}
          value={days.to}
          onChange={(event) => chooseDay({ to: event.target.value })}
        />
        <p className="numbers" role="status">
          {loading ? m.admin_figures_loading() : failure === null && shown && showing(shown)}
        </p>
      </div>
      {failure !== null && !loading && (
        <LoadFailure text={m.admin_forms_load_summary} reason={failure} onRetry={retry} />
      )}
      {shown ? (
        <div className="summary-cards" aria-busy={loading}>
          <GrowthCard rows={shown.answer.userGrowth} range={shown.range} />
          <StatusCard rows={shown.answer.sessionStatus} period={shown.period} range={shown.range} />
          <FpsCard
            rows={shown.answer.fpsData}
            sampledFrom={shown.answer.sampledFrom}
            period={shown.period}
            range={shown.range}
            selected={selected}
            onToggle={onToggle}
          />
        </div>
      ) : failure !== null && !loading ? null : (
        <div className="summary-cards" aria-hidden="true">
          <div className="skeleton summary-skeleton" />
          <div className="skeleton summary-skeleton" />
          <div className="skeleton summary-skeleton" />
        </div>
      )}
      <FiguresTable />
      {selected.size > 0 && (
        <SelectedTable rows={[...selected.values()]} onRemove={onToggle} onClear={onClear} />
      )}
    </section>
  );
}

function useSummary(period: Period, custom: CustomDays, known: boolean) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  // The range is fixed while it is shown: a moving clock would redraw everything.
  const [opened, setOpened] = useState<{ at: number } | null>(null);
  const look = () => setOpened({ at: Date.now() });
  useEffect(look, []);
  const range = useMemo(
    () => (opened === null || !known ? null : rangeOf(period, opened.at, custom)),
    [opened, known, period, custom],
  );
  useEffect(() => {
    if (!range) return;
    const own = new AbortController();
    setLoading(true);
    setFailure(null);
    const body = { action: 'getSummaryData', startDate: dayText(range.start), endDate: dayText(range.end) };
    adminApi<SummaryAnswer>('summary-data', body, { signal: own.signal }).then(
      (answer) => {
        setShown({ period, range, answer });
        setLoading(false);
      },
      (error: unknown) => {
        if (own.signal.aborted) return;
        console.error('Failed to fetch summary data', error);
        setFailure(failureText(error, m.admin_forms_unknown_error()));
        setLoading(false);
      },
    );
    return () => own.abort();
  }, [range, period]);
  return { range, shown, loading, failure, retry: look };
}

function showing({ period, range }: Shown): string {
  const format: Intl.DateTimeFormatOptions = {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    ...(period === '1d' && { hour: 'numeric', minute: '2-digit' }),
  };
  return m.admin_figures_showing({
    from: formatDate(range.start, format),
    to: formatDate(range.end, format),
  });
}

import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FpsRow, SummaryAnswer } from '../../../modules/admin/schemas.ts';
import { adminApi } from '../../api.ts';
import { FpsCard } from './fps-chart.tsx';
import { GrowthCard } from './growth-chart.tsx';
import { DEFAULT_PERIOD, dayText, PERIODS, type Period, type Range, rangeOf } from './period.ts';
import { SelectedTable } from './selected-table.tsx';
import { StatusCard } from './status-chart.tsx';

/** What is on the screen: the figures with the period and range that they were asked for. */
interface Shown {
  period: Period;
  range: Range;
  answer: SummaryAnswer;
}

export function SummaryView() {
  const [period, setPeriod] = useState<Period>(DEFAULT_PERIOD);
  const [custom, setCustom] = useState({ from: '', to: '' });
  const { shown, loading } = useSummary(period, custom);
  const [selected, setSelected] = useState<ReadonlyMap<string, FpsRow>>(new Map());
  const toggle = useCallback((row: FpsRow) => {
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(row.session_id)) next.set(row.session_id, row);
      return next;
    });
  }, []);
  const chooseDate = (part: Partial<typeof custom>) => {
    setCustom({ ...custom, ...part });
    setPeriod('custom');
  };

  return (
    <section className="admin-view" aria-label="Summary">
      <div className="summary-bar">
        <label>
          <span className="visually-hidden">Period</span>
          <select
            className="admin-select"
            value={period}
            onChange={(event) => setPeriod(event.target.value as Period)}
          >
            {Object.entries(PERIODS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <input
          type="date"
          className="admin-input"
          aria-label="Start date"
          value={custom.from}
          onChange={(event) => chooseDate({ from: event.target.value })}
        />
        <input
          type="date"
          className="admin-input"
          aria-label="End date"
          value={custom.to}
          onChange={(event) => chooseDate({ to: event.target.value })}
        />
        <p className="numbers" role="status">
          {loading ? 'Loading summary data...' : shown && showing(shown)}
        </p>
      </div>
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
            onToggle={toggle}
          />
        </div>
      ) : (
        <div className="summary-cards" aria-hidden="true">
          <div className="skeleton summary-skeleton" />
          <div className="skeleton summary-skeleton" />
          <div className="skeleton summary-skeleton" />
        </div>
      )}
      {selected.size > 0 && (
        <SelectedTable
          rows={[...selected.values()]}
          onRemove={toggle}
          onClear={() => setSelected(new Map())}
        />
      )}
    </section>
  );
}

function useSummary(period: Period, custom: { from: string; to: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [loading, setLoading] = useState(true);
  // The range holds still while it is looked at: a clock that moves would redraw everything.
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  useEffect(() => setOpenedAt(Date.now()), []);
  const range = useMemo(
    () => (openedAt === null ? null : rangeOf(period, openedAt, custom)),
    [openedAt, period, custom],
  );
  useEffect(() => {
    if (!range) return;
    const own = new AbortController();
    setLoading(true);
    const body = { action: 'getSummaryData', startDate: dayText(range.start), endDate: dayText(range.end) };
    adminApi<SummaryAnswer>('summary-data', body, { signal: own.signal }).then(
      (answer) => {
        setShown({ period, range, answer });
        setLoading(false);
      },
      (error: unknown) => {
        if (own.signal.aborted) return;
        console.error('Failed to fetch summary data', error);
        setLoading(false);
      },
    );
    return () => own.abort();
  }, [range, period]);
  return { shown, loading };
}

function showing({ period, range }: Shown): string {
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    ...(period === '1d' && { hour: 'numeric', minute: '2-digit' }),
  });
  return `Showing: ${format.format(range.start)} - ${format.format(range.end)}`;
}

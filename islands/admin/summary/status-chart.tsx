import { useCallback, useMemo } from 'react';
import type { AlignedData, Options } from 'uplot';
import { STATUS_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import type { StatusRow } from '../../../modules/admin/contract/summary.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { bucketsOf, countIn } from './buckets.ts';
import { axisLook, Chart, ink, wordAxis } from './chart.tsx';
import { ChartTable } from './chart-table.tsx';
import type { Period, Range } from './period.ts';
import { columnTooltip } from './tooltip.ts';

const STATUSES = [
  ['DONE', '--status-done'],
  ['FAILED', '--status-failed'],
  ['PENDING', '--status-pending'],
  ['RUNNING', '--status-running'],
  ['ABORTED', '--status-aborted'],
  ['TIMEOUT NO CONNECTION', '--status-none'],
] as const;

interface StatusCardProps {
  rows: StatusRow[];
  period: Period;
  range: Range;
}

export function StatusCard({ rows, period, range }: StatusCardProps) {
  const buckets = useMemo(() => bucketsOf(period, range), [period, range]);
  const counts = useMemo(() => STATUSES.map(([status]) => countIn(buckets, rows, status)), [buckets, rows]);
  // Bars overlap, tallest first: each shows its own count plus all below it.
  const data = useMemo((): AlignedData => {
    const stacked: number[][] = [];
    for (const [index, own] of counts.entries()) {
      stacked.push(own.map((count, bar) => count + (stacked[index - 1]?.[bar] ?? 0)));
    }
    return [buckets.map((_, index) => index), ...stacked.toReversed()];
  }, [buckets, counts]);
  const options = useCallback(
    (library: { paths: typeof import('uplot').paths }): Omit<Options, 'width' | 'height'> => {
      const bars = library.paths.bars?.({ size: [0.7, 72] });
      return {
        legend: { show: false },
        cursor: { y: false, x: false, points: { show: false } },
        scales: {
          x: { time: false, range: () => [-0.5, buckets.length - 0.5] },
          y: { range: (_, __, max) => [0, Math.max(1, max * 1.05)] },
        },
        axes: [
          { ...wordAxis(buckets.map(({ label }) => label)), grid: { show: false } },
          {
            ...axisLook,
            size: 46,
            values: (_, splits) => splits.map((at) => (at % 1 ? '' : formatNumber(at))),
          },
        ],
        series: [
          {},
          ...STATUSES.toReversed().map(([status, colour]) => ({
            label: STATUS_TEXTS[status](),
            stroke: ink(colour),
            fill: ink(colour),
            width: 0,
            points: { show: false },
            ...(bars && { paths: bars }),
          })),
        ],
        plugins: [
          columnTooltip((index) => {
            const bucket = buckets[index];
            if (!bucket) return null;
            const lines = STATUSES.map(([status], at) => [status, counts[at]?.[index] ?? 0] as const);
            return [
              bucket.label,
              ...lines
                .filter(([, count]) => count > 0)
                .map(([status, count]) =>
                  m.admin_figures_status_tip({ status: STATUS_TEXTS[status](), count }),
                ),
            ];
          }),
        ],
      };
    },
    [buckets, counts],
  );
  return (
    <section className="admin-card" aria-labelledby="status-title">
      <header>
        <h2 id="status-title">{m.admin_figures_status_title()}</h2>
        <ul className="chart-legend">
          {STATUSES.map(([status]) => (
            <li key={status} data-status={status}>
              {STATUS_TEXTS[status]()}
            </li>
          ))}
        </ul>
      </header>
      <Chart options={options} data={data} className="status-chart" />
      <ChartTable
        caption={m.admin_figures_status_caption()}
        head={[m.admin_figures_status_time(), ...STATUSES.map(([status]) => STATUS_TEXTS[status]())]}
        rows={buckets.map(({ label }, index) => [label, ...counts.map((values) => values[index] ?? 0)])}
      />
    </section>
  );
}

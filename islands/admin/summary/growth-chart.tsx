import { useCallback, useMemo } from 'react';
import type { Options } from 'uplot';
import type { GrowthRow } from '../../../modules/admin/contract/summary.ts';
import { axisLook, Chart, ink, wordAxis } from './chart.tsx';
import { ChartTable } from './chart-table.tsx';
import { growthWithin, latestGrowth, shareOf } from './growth.ts';
import type { Range } from './period.ts';
import { columnTooltip } from './tooltip.ts';

export function GrowthCard({ rows, range }: { rows: GrowthRow[]; range: Range }) {
  const latest = latestGrowth(rows);
  const points = useMemo(() => growthWithin(rows, range), [rows, range]);
  const data = useMemo(
    (): [number[], number[], number[]] => [
      points.map((_, index) => index),
      points.map(({ total }) => total),
      points.map(({ subscribed }) => subscribed),
    ],
    [points],
  );
  const options = useCallback(
    (library: { paths: typeof import('uplot').paths }): Omit<Options, 'width' | 'height'> => {
      const line = library.paths.spline?.();
      const dots = { show: points.length < 2, size: 8 };
      return {
        legend: { show: false },
        cursor: { y: false, points: { size: 8 } },
        scales: {
          x: { time: false, range: () => [-0.2, Math.max(1, points.length - 1) + 0.2] },
          y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] },
        },
        axes: [
          wordAxis(points.map(({ label }) => label)),
          { ...axisLook, size: 52, values: (_, splits) => splits.map((at) => (at % 1 ? '' : String(at))) },
        ],
        series: [
          {},
          {
            label: 'Total Users',
            stroke: ink('--chart-total'),
            fill: ink('--chart-total-fill'),
            width: 2,
            points: dots,
            ...(line && { paths: line }),
          },
          {
            label: 'Subscribed Users',
            stroke: ink('--chart-subscribed'),
            fill: ink('--chart-subscribed-fill'),
            width: 2,
            points: dots,
            ...(line && { paths: line }),
          },
        ],
        plugins: [
          columnTooltip((index) => {
            const point = points[index];
            if (!point) return null;
            const share = point.total > 0 ? ` (${shareOf(point.subscribed, point.total)})` : '';
            return [
              point.label,
              `Total Users: ${point.total}`,
              `Subscribed Users: ${point.subscribed}${share}`,
            ];
          }),
        ],
      };
    },
    [points],
  );
  return (
    <section className="admin-card growth" aria-labelledby="growth-title">
      <header>
        <h2 id="growth-title">User Growth</h2>
        <ul className="chart-legend">
          <li data-series="total">Total Users</li>
          <li data-series="subscribed">Subscribed Users</li>
        </ul>
        <dl className="growth-figures">
          <div>
            <dt>Total Users</dt>
            <dd className="numbers">{latest.total}</dd>
          </div>
          <div>
            <dt>Subscribed</dt>
            <dd className="numbers">{latest.subscribed}</dd>
          </div>
          <div>
            <dt>Subscription Rate</dt>
            <dd className="numbers">{shareOf(latest.subscribed, latest.total)}</dd>
          </div>
        </dl>
      </header>
      <Chart options={options} data={data} />
      <ChartTable
        caption="User growth"
        head={['Day', 'Total Users', 'Subscribed Users']}
        rows={points.map(({ label, total, subscribed }) => [label, total, subscribed])}
      />
    </section>
  );
}

import { useCallback, useMemo } from 'react';
import type { Options } from 'uplot';
import type { GrowthRow } from '../../../modules/admin/contract/summary.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { axisLook, Chart, ink, roomForWords, wordAxis } from './chart.tsx';
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
      const words = points.map(({ label }) => label);
      return {
        legend: { show: false },
        padding: [null, roomForWords(words), null, null],
        cursor: { y: false, points: { size: 8 } },
        scales: {
          x: { time: false, range: () => [-0.2, Math.max(1, points.length - 1) + 0.2] },
          y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] },
        },
        axes: [
          wordAxis(words),
          {
            ...axisLook,
            size: 52,
            values: (_, splits) => splits.map((at) => (at % 1 ? '' : formatNumber(at))),
          },
        ],
        series: [
          {},
          {
            label: m.admin_figures_growth_total(),
            stroke: ink('--chart-total'),
            fill: ink('--chart-total-fill'),
            width: 2,
            points: dots,
            ...(line && { paths: line }),
          },
          {
            label: m.admin_figures_growth_subscribed(),
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
            const { total, subscribed: count } = point;
            return [
              point.label,
              m.admin_figures_growth_tip_total({ count: total }),
              total > 0
                ? m.admin_figures_growth_tip_subscribed_share({ count, share: shareOf(count, total) })
                : m.admin_figures_growth_tip_subscribed({ count }),
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
        <h2 id="growth-title">{m.admin_figures_growth_title()}</h2>
        <ul className="chart-legend">
          <li data-series="total">{m.admin_figures_growth_total()}</li>
          <li data-series="subscribed">{m.admin_figures_growth_subscribed()}</li>
        </ul>
        <dl className="growth-figures">
          <div>
            <dt>{m.admin_figures_growth_total()}</dt>
            <dd className="numbers">{formatNumber(latest.total)}</dd>
          </div>
          <div>
            <dt>{m.admin_figures_growth_subscribed_short()}</dt>
            <dd className="numbers">{formatNumber(latest.subscribed)}</dd>
          </div>
          <div>
            <dt>{m.admin_figures_growth_rate()}</dt>
            <dd className="numbers">{shareOf(latest.subscribed, latest.total)}</dd>
          </div>
        </dl>
      </header>
      <Chart options={options} data={data} />
      <ChartTable
        caption={m.admin_figures_growth_caption()}
        head={[
          m.admin_figures_growth_day(),
          m.admin_figures_growth_total(),
          m.admin_figures_growth_subscribed(),
        ]}
        rows={points.map(({ label, total, subscribed }) => [label, total, subscribed])}
      />
    </section>
  );
}

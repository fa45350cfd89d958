import { useCallback, useEffect, useMemo, useRef } from 'react';
import type uPlot from 'uplot';
import type { Options } from 'uplot';
import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { decimal } from '../format.ts';
import { axisLook, Chart, ink } from './chart.tsx';
import { pointByKey } from './fps-keys.ts';
import { FPS_RANGE, type FpsPoint, fpsPoints, PADDING } from './fps-points.ts';
import type { Period, Range } from './period.ts';
import { timeTicks } from './time-ticks.ts';
import { createTooltip } from './tooltip.ts';

/** On phones, a finger would cover the tooltip. */
const MOBILE = '(max-width: 768px)';
const MAX_TICKS = 6;
const FPS_TICKS = [0, 2, 4, 6, 8, 10, 12, 14, 16];
/** maximum distance that still selects a point, in CSS pixels */
const REACH = 14;
const RADIUS = 3.2;

interface FpsCardProps {
  rows: FpsRow[];
  sampledFrom: number;
  period: Period;
  range: Range;
  selected: ReadonlyMap<string, FpsRow>;
  onToggle: (row: FpsRow) => void;
}

export function FpsCard({ rows, sampledFrom, period, range, selected, onToggle }: FpsCardProps) {
  const points = useMemo(() => fpsPoints(rows, period, range), [rows, period, range]);
  return (
    <section className="admin-card" aria-labelledby="fps-title">
      <header>
        <h2 id="fps-title" className="numbers">
          {selected.size > 0
            ? m.admin_figures_fps_title_selected({ count: selected.size })
            : m.admin_figures_fps_title()}
        </h2>
        {rows.length < sampledFrom && (
          <span className="chart-sample numbers">
            {m.admin_figures_fps_sample({ shown: rows.length, total: sampledFrom })}
          </span>
        )}
        <ul className="chart-legend">
          <li data-series="server">{m.admin_figures_fps_server()}</li>
          <li data-series="client">{m.admin_figures_fps_client()}</li>
          <li data-status="ABORTED">{m.admin_figures_fps_aborted()}</li>
        </ul>
      </header>
      {points.length === 0 ? (
        <p className="admin-note chart-empty">{m.admin_figures_fps_empty()}</p>
      ) : (
        <Scatter points={points} range={range} selected={selected} onToggle={onToggle} />
      )}
    </section>
  );
}

type ScatterProps = Pick<FpsCardProps, 'range' | 'selected' | 'onToggle'> & { points: FpsPoint[] };

function Scatter({ points, range, selected, onToggle }: ScatterProps) {
  const chart = useRef<uPlot>(undefined);
  const live = useRef({ selected, onToggle });
  useEffect(() => {
    live.current = { selected, onToggle };
    chart.current?.redraw(false);
  }, [selected, onToggle]);

  const data = useMemo(
    (): [number[], null[]] => [
      [range.start, range.end],
      [null, null],
    ],
    [range],
  );
  const options = useCallback((): Omit<Options, 'width' | 'height'> => {
    const padding = (range.end - range.start) * PADDING;
    const ticks = timeTicks(range, MAX_TICKS);
    return {
      ms: 1,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [range.start - padding, range.end + padding] },
        y: { range: () => FPS_RANGE },
      },
      axes: [
        {
          ...axisLook,
          label: m.admin_figures_fps_axis_time(),
          labelSize: 22,
          size: 30,
          splits: () => ticks.at,
          values: (_, splits) => splits.map(ticks.label),
        },
        { ...axisLook, label: m.admin_figures_fps_axis(), labelSize: 20, size: 34, splits: () => FPS_TICKS },
      ],
      series: [{}, {}],
      hooks: { draw: [(self) => drawPoints(self, points, live.current.selected)] },
    };
  }, [points, range]);
  const onReady = useCallback(
    (ready: uPlot) => {
      chart.current = ready;
      const { over } = ready;
      over.tabIndex = 0;
      over.role = 'application';
      over.ariaLabel = m.admin_figures_fps_label();
      const tooltip = createTooltip(over, 'status');
      const isChosen = ({ row }: FpsPoint) => live.current.selected.has(row.session_id);
      const report = (point: FpsPoint, chosen = isChosen(point)) =>
        tooltip.show(describe(point, chosen), ready.valToPos(point.x, 'x'), ready.valToPos(point.y, 'y'));
      const at = (event: PointerEvent | MouseEvent) => {
        const box = over.getBoundingClientRect();
        return nearest(ready, points, event.clientX - box.left, event.clientY - box.top);
      };
      over.addEventListener('pointermove', (event) => {
        const point = at(event);
        over.style.cursor = point ? 'pointer' : '';
        if (!point || matchMedia(MOBILE).matches) return tooltip.hide();
        report(point);
      });
      over.addEventListener('click', (event) => {
        const point = at(event);
        if (!point) return;
        live.current.onToggle(point.row);
        tooltip.hide();
      });
      const inTime = points.toSorted((a, b) => a.x - b.x);
      let current: FpsPoint | null = null;
      over.addEventListener('keydown', (event) => {
        const next = pointByKey(inTime, current, event.key);
        if (next) {
          current = next;
          report(next);
        } else if (event.key === 'Enter' && current) {
          report(current, !isChosen(current));
          live.current.onToggle(current.row);
        } else return;
        event.preventDefault();
      });
      over.addEventListener('blur', tooltip.hide);
      return () => {
        chart.current = undefined;
      };
    },
    [points],
  );
  return <Chart options={options} data={data} onReady={onReady} className="fps-chart" />;
}

function describe({ row, kind, fps }: FpsPoint, chosen: boolean): string[] {
  return [
    kind === 'server'
      ? m.admin_figures_fps_tip_server({ fps: decimal(fps, 1) })
      : m.admin_figures_fps_tip_client({ fps: decimal(fps, 1) }),
    m.admin_figures_fps_tip_session({ id: row.session_id }),
    ...(row.rp_worker_id ? [m.admin_figures_fps_tip_worker({ id: row.rp_worker_id })] : []),
    chosen ? m.admin_figures_fps_tip_selected() : m.admin_figures_fps_tip_select(),
  ];
}

/** All points of a color as one path, so 20,000 points take four fills. */
function drawPoints(chart: uPlot, points: readonly FpsPoint[], selected: ReadonlyMap<string, FpsRow>): void {
  const { ctx } = chart;
  const scale = devicePixelRatio;
  const place = placer(chart, scale);
  const kindOf = ({ row, kind }: FpsPoint) => (row.job_status === 'ABORTED' ? 'aborted' : kind);
  const trace = (some: readonly FpsPoint[], radius: number) => {
    ctx.beginPath();
    for (const point of some) {
      const [x, y] = place(point);
      ctx.moveTo(x + radius, y);
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
    }
  };
  ctx.save();
  for (const [kind, colour] of COLOURS) {
    const some = points.filter((point) => kindOf(point) === kind);
    if (some.length === 0) continue;
    ctx.fillStyle = colour();
    ctx.globalAlpha = 0.72;
    trace(some, RADIUS * scale);
    ctx.fill();
  }
  const chosen = points.filter(({ row }) => selected.has(row.session_id));
  if (chosen.length > 0) {
    ctx.globalAlpha = 1;
    ctx.strokeStyle = ink('--ink')();
    ctx.lineWidth = 2 * scale;
    trace(chosen, (RADIUS + 2.5) * scale);
    ctx.stroke();
  }
  ctx.restore();
}

const COLOURS = [
  ['client', ink('--chart-client')],
  ['server', ink('--chart-server')],
  ['aborted', ink('--status-aborted')],
] as const;

/** The nearest point within reach of a position in the plot. */
function nearest(chart: uPlot, points: readonly FpsPoint[], left: number, top: number): FpsPoint | null {
  const place = placer(chart, 1);
  const [offsetX, offsetY] = [chart.bbox.left / devicePixelRatio, chart.bbox.top / devicePixelRatio];
  let best: FpsPoint | null = null;
  let bestDistance = REACH ** 2;
  for (const point of points) {
    const [x, y] = place(point);
    const distance = (x - offsetX - left) ** 2 + (y - offsetY - top) ** 2;
    if (distance < bestDistance) [best, bestDistance] = [point, distance];
  }
  return best;
}

/** Position of a point, from the canvas's corner. Both scales are linear, so it takes one multiplication each. */
function placer({ bbox, scales }: uPlot, scale: number) {
  const [minX = 0, maxX = 1] = [scales.x?.min ?? 0, scales.x?.max ?? 1];
  const [minY = 0, maxY = 1] = [scales.y?.min ?? 0, scales.y?.max ?? 1];
  const unit = scale / devicePixelRatio;
  const [left, top, width, height] = [
    bbox.left * unit,
    bbox.top * unit,
    bbox.width * unit,
    bbox.height * unit,
  ];
  return ({ x, y }: FpsPoint): [number, number] => [
    left + ((x - minX) / (maxX - minX)) * width,
    top + ((maxY - y) / (maxY - minY)) * height,
  ];
}

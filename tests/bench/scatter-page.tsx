/** Page for scatter.ts: the same 2 × 10,000 points in the dashboard's chart or in Chart.js, depending on the URL. */
import { Chart, LinearScale, PointElement, ScatterController, Tooltip } from 'chart.js';
import { createRoot } from 'react-dom/client';
import { FpsCard } from '../../islands/admin/summary/fps-chart.tsx';
import { FPS_RANGE, fpsPoints } from '../../islands/admin/summary/fps-points.ts';
import { fpsRow } from '../fps-row.ts';

const ROWS = 10_000;
const range = { start: Date.UTC(2026, 2, 1), end: Date.UTC(2026, 2, 31) - 1 };
const rows = Array.from({ length: ROWS }, (_, index) => {
  // Spread without a visible pattern, but the same every time.
  const part = (factor: number) => (index * factor) % 1;
  const fps = 16 - 4 * part(0.618_034) ** 2;
  return fpsRow({
    date: new Date(range.start + part(0.754_878) * (range.end - range.start)).toISOString(),
    session_id: `session-${index}`,
    fps,
    client_fps: fps - 2 * part(0.569_84),
  });
});

const host = document.querySelector('#host') as HTMLElement;
const draws = {
  ours() {
    createRoot(host).render(
      <FpsCard
        rows={rows}
        sampledFrom={ROWS}
        period="30d"
        range={range}
        selected={new Map()}
        onToggle={() => {}}
      />,
    );
  },
  theirs() {
    Chart.register(ScatterController, LinearScale, PointElement, Tooltip);
    const canvas = document.createElement('canvas');
    host.style.height = '300px';
    host.append(canvas);
    const points = fpsPoints(rows, '30d', range);
    const dataset = (kind: 'server' | 'client', colour: string) => ({
      label: kind,
      data: points.filter((point) => point.kind === kind).map(({ x, y }) => ({ x, y })),
      backgroundColor: colour,
      pointRadius: 3.2,
    });
    new Chart(canvas, {
      type: 'scatter',
      data: { datasets: [dataset('server', '#d33b'), dataset('client', '#37db')] },
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: { x: { min: range.start, max: range.end }, y: { min: FPS_RANGE[0], max: FPS_RANGE[1] } },
      },
    });
  },
};
Object.assign(window, { draw: (who: keyof typeof draws) => draws[who]() });

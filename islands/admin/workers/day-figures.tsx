import type { WorkersAnswer } from '../../../modules/admin/contract/workers.ts';
import { dollars, duration } from './figures.ts';

interface DayFiguresProps {
  day: WorkersAnswer['day'];
  /** price of a GPU per hour; null if not set */
  price: number | null;
}

/** All workers' last 24 hours. */
export function DayFigures({ day, price }: DayFiguresProps) {
  const figures: [string, string | number][] = [
    ['Dreams', day.dreams],
    ['Failed', day.failures],
    ['Start delay, mean', duration(day.start_delay_seconds)],
    [day.jobs > 0 ? 'GPU time, billed' : 'GPU time', duration(day.gpu_seconds)],
  ];
  if (price !== null) figures.push([`Cost at ${dollars(price)} an hour`, dollars(day.cost_usd)]);
  if (day.jobs > 0) figures.push(['Jobs at RunPod', `${day.jobs}, ${day.failed_jobs} failed`]);
  return (
    <section aria-labelledby="workers-day">
      <h3 id="workers-day">Last 24 hours</h3>
      <dl className="workers-day numbers">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import type { WorkersAnswer } from '../../../modules/admin/contract/workers.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { dollars, duration } from './figures.ts';

interface DayFiguresProps {
  day: WorkersAnswer['day'];
  /** price of a GPU per hour; null if not set */
  price: number | null;
}

/** All workers' last 24 hours. */
export function DayFigures({ day, price }: DayFiguresProps) {
  const figures: [string, string][] = [
    [m.admin_workers_day_dreams(), formatNumber(day.dreams)],
    [m.admin_workers_day_failed(), formatNumber(day.failures)],
    [m.admin_workers_day_start_delay(), duration(day.start_delay_seconds)],
    [day.jobs > 0 ? m.admin_workers_day_gpu_billed() : m.admin_workers_day_gpu(), duration(day.gpu_seconds)],
  ];
  if (price !== null)
    figures.push([m.admin_workers_day_cost({ price: dollars(price) }), dollars(day.cost_usd)]);
  if (day.jobs > 0)
    figures.push([
      m.admin_workers_day_jobs(),
      m.admin_workers_day_jobs_count({ jobs: day.jobs, failed: day.failed_jobs }),
    ]);
  return (
    <section aria-labelledby="workers-day">
      <h3 id="workers-day">{m.admin_workers_day_title()}</h3>
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

import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { defineDaily } from '../modules/jobs/define-daily.ts';
import type { Kit } from '../modules/module.ts';
import type { Config } from './config.ts';
import { within } from './kit/within.ts';
import type { App } from './web/context.ts';

const READY_WITHIN_MS = 2_000;
/** A file that is not finished after so long never will be. */
const UNFINISHED_FOR_MS = 3600_000;

/** name → value now, as Prometheus gauges */
type Figures = () => Record<string, number>;

/** How the box itself is: alive, ready (database and storage, never workers), measured, and its storage swept. */
export function createHealth(kit: Kit<Pick<Config, 'METRICS_TOKEN'>>, { figures }: { figures: Figures }) {
  const { log, storage } = kit;
  return {
    register: (app: App) => registerHealth(app, kit, figures),
    schedules: [
      // The files' own times are the system's.
      defineDaily('sweep-unfinished-files', '00:30', () => storage.sweep(Date.now() - UNFINISHED_FOR_MS)),
    ],
    /** What lies unfinished is of a process that was killed; the start does not wait for it. */
    sweepAtStart(): void {
      storage.sweep(Date.now()).catch((error: unknown) => log.warn('left-over files', { error }));
    },
  };
}

function registerHealth(
  app: App,
  { config, db, storage, disk, log }: Kit<Pick<Config, 'METRICS_TOKEN'>>,
  figures: Figures,
): void {
  const metricsToken = config.METRICS_TOKEN;

  app.get('/healthz', (c) => c.json({ ok: true }));

  app.get('/readyz', async (c) => {
    const checks = {
      database: () => db.orm.select({ one: sql`1` }).from(sql`(select 1) as one`),
      storage: async () => {
        await disk.look();
        if (disk.full) throw new Error('there is no room left');
        await storage.check();
      },
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await within<unknown>(check(), READY_WITHIN_MS, () => new Error('too slow'));
          return [name, 'ok'] as const;
        } catch (error) {
          log.warn('not ready', { name, error });
          return [name, 'failed'] as const;
        }
      }),
    );
    const ready = results.every(([, state]) => state === 'ok');
    if (!ready) c.header('Retry-After', '2');
    return c.json({ ready, ...Object.fromEntries(results) }, ready ? 200 : 503);
  });

  app.get('/metrics', (c) => {
    if (!metricsToken) return c.notFound();
    const given = Buffer.from(c.req.header('authorization') ?? '');
    const expected = Buffer.from(`Bearer ${metricsToken}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return c.json({ error: 'The metrics token is not right.' }, 401);
    }
    const lines = Object.entries(figures()).map(
      ([name, value]) => `# TYPE reverie_${name} gauge\nreverie_${name} ${value}\n`,
    );
    return c.text(lines.join(''), 200, { 'Content-Type': 'text/plain; version=0.0.4' });
  });
}

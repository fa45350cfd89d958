import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import type { Database } from '../db/database.ts';
import type { Disk } from './kit/disk.ts';
import type { Log } from './kit/log.ts';
import type { Storage } from './kit/storage.ts';
import { within } from './kit/within.ts';
import type { AppEnv } from './web/context.ts';

const READY_WITHIN_MS = 2_000;

export interface HealthDeps {
  db: Database;
  storage: Storage;
  disk: Pick<Disk, 'look' | 'full'>;
  log: Log;
  metricsToken: string | undefined;
  /** name → value now, as Prometheus gauges */
  figures(): Record<string, number>;
}

/** Liveness, readiness (database and storage, never workers) and figures for Prometheus. */
export function registerHealth(
  app: Hono<AppEnv>,
  { db, storage, disk, log, metricsToken, figures }: HealthDeps,
): void {
  app.get('/healthz', (c) => c.json({ ok: true }));

  app.get('/readyz', async (c) => {
    const checks = {
      database: () => db.orm.select({ one: sql`1` }).from(sql`(select 1) as one`),
      storage: async () => {
        await disk.look();
        if (disk.full || (await storage.freeBytes()) === 0) throw new Error('there is no room left');
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

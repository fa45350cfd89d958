import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { defineDaily } from '../modules/jobs/contract/define-daily.ts';
import { AppError, errorResponse } from '../modules/kit/errors.ts';
import type { Log } from '../modules/kit/log.ts';
import { m } from '../modules/kit/texts/m.ts';
import { within } from '../modules/kit/within.ts';
import type { Kit } from '../modules/module.ts';
import type { App } from '../modules/web/context.ts';
import type { Config } from './config.ts';

const READY_TIMEOUT_MS = 2_000;
/** A file still unfinished after this long was abandoned. */
const UNFINISHED_FOR_MS = 3600_000;

/** The state of each part: the reason it isn't working, or null. */
export type Checks = () => Promise<{ name: Part; fault: unknown }[]>;
type Part = 'database' | 'storage' | 'workers';

/** A fault whose message is safe to show publicly; all other faults only go to the log. */
class ReportedFault extends Error {}

export interface HealthPorts {
  metrics: { text(): Promise<string> } | null;
  isDraining(): boolean;
  /** Why nothing can be recorded, or null. */
  storageFault(): Promise<string | null>;
  /**
   * Why the workers that this server starts will draw nothing until an operator acts, or null. Remote workers don't
   * count.
   */
  workersFault(): string | null;
}

/** Health and readiness checks, metrics, and storage cleanup. */
export function createHealth(kit: Kit<Pick<Config, 'METRICS_TOKEN'>>, ports: HealthPorts) {
  const { metrics, isDraining } = ports;
  const { db, log, storage } = kit;
  const checks = createChecks(kit, ports);
  return {
    checks,
    register(app: App) {
      registerHealth(app, log, checks, isDraining);
      registerMetrics(app, kit.config.METRICS_TOKEN, metrics);
    },
    schedules: [
      // Uses the system clock, because file times do.
      defineDaily('sweep-unfinished-files', '00:30', () => storage.sweep(Date.now() - UNFINISHED_FOR_MS)),
      // After the nightly erasures.
      defineDaily('clear-erased', '00:50', (signal) => db.clearErased(signal)),
    ],
    /** All unfinished files were left by a killed process. Startup doesn't wait for the sweep. */
    sweepAtStart(): void {
      storage.sweep(Date.now()).catch((error: unknown) => log.warn('left-over files', { error }));
    },
  };
}

function createChecks(
  { db, storage, disk }: Kit<unknown>,
  { storageFault, workersFault }: HealthPorts,
): Checks {
  const looks: Record<Part, () => PromiseLike<unknown>> = {
    database: () => db.orm.select({ one: sql`1` }).from(sql`(select 1) as one`),
    storage: async () => {
      await disk.look();
      if (disk.full) throw new ReportedFault(m.web_error_disk_full());
      await storage.check();
      const fault = await storageFault();
      if (fault !== null) throw new ReportedFault(fault);
    },
    workers: async () => {
      const fault = workersFault();
      if (fault !== null) throw new ReportedFault(fault);
    },
  };
  const look = async (name: Part) => {
    try {
      await within(looks[name](), READY_TIMEOUT_MS, () => new Error('too slow'));
      return { name, fault: null };
    } catch (fault) {
      return { name, fault };
    }
  };
  return () => Promise.all((Object.keys(looks) as Part[]).map(look));
}

function registerHealth(app: App, log: Log, checks: Checks, isDraining: () => boolean): void {
  app.get('/healthz', (c) => c.json({ ok: true }));

  app.get('/readyz', async (c) => {
    const results = await checks();
    for (const { name, fault } of results) if (fault !== null) log.warn('not ready', { name, error: fault });
    const draining = isDraining();
    const ready = !draining && results.every(({ fault }) => fault === null);
    if (!ready) c.header('Retry-After', '2');
    const states = results.map(({ name, fault }) => [name, fault === null ? 'ok' : 'failed'] as const);
    const reasons = results.flatMap(({ fault }) => (fault instanceof ReportedFault ? fault.message : []));
    const more = { ...(draining && { draining }), ...(reasons.length > 0 && { reasons }) };
    return c.json({ ready, ...Object.fromEntries(states), ...more }, ready ? 200 : 503);
  });
}

function registerMetrics(
  app: App,
  token: string | undefined,
  metrics: { text(): Promise<string> } | null,
): void {
  app.get('/metrics', async (c) => {
    if (!token || !metrics) return c.notFound();
    const given = Buffer.from(c.req.header('authorization') ?? '');
    const expected = Buffer.from(`Bearer ${token}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return errorResponse(c, new AppError(401, 'metrics-token', m.web_error_metrics_token()));
    }
    return c.text(await metrics.text(), 200, { 'Content-Type': 'text/plain; version=0.0.4' });
  });
}

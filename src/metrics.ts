import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import type { Counter, Gauge, Registry } from 'prom-client';
import type { DreamEnd } from '../modules/dreams/dreams.ts';
import type { Log } from '../modules/kit/log.ts';
import type { Kit } from '../modules/module.ts';
import { JOB_STATUSES } from '../modules/protocol/job-statuses.ts';
import type { AppEnv } from '../modules/web/context.ts';
import { LAST_BACKUP_FILE } from './backup/data-files.ts';
import type { Config } from './config.ts';
import type { Checks } from './health.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Load balancers and Prometheus poll these constantly. */
const NOT_COUNTED = /^\/(healthz|readyz|metrics)$/;
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const START_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];

export interface MetricsPorts {
  /** Rooms, workers, waiting viewers and watchers on this node. */
  stream(): Record<string, number>;
  /** Job counts across all nodes, and how late the oldest due job is, in ms. */
  jobs(): Promise<{ counts: { kind: string; state: string; count: number }[]; lateMs: number }>;
}

/** Prometheus metrics: counters of this process, and gauges that are read on each scrape. */
export async function createMetrics() {
  // Imported only when metrics are on.
  const prom = await import('prom-client');
  const registers = [new prom.Registry()] as [Registry];
  const [registry] = registers;
  prom.collectDefaultMetrics({ register: registry });

  const requests = new prom.Histogram({
    name: 'reverie_http_request_seconds',
    help: 'Time until the response starts',
    buckets: SECONDS,
    registers,
    labelNames: ['method', 'kind', 'status'] as const,
  });
  const dreams = new prom.Counter({
    name: 'reverie_dreams_ended_total',
    help: 'Ended dreams by status',
    registers,
    labelNames: ['status'] as const,
  });
  for (const status of JOB_STATUSES) if (!/PENDING|RUNNING/.test(status)) dreams.inc({ status }, 0);
  const uncharged = counter('dreams_uncharged_total', 'Dreams not charged because the server ended them');
  const frames = counter('frames_recorded_total', 'Frames recorded on tapes');
  const safety = new prom.Counter({
    name: 'reverie_safety_decisions_total',
    help: 'Outcomes of flagged and unchecked prompts and images',
    registers,
    labelNames: ['what', 'became'] as const,
  });
  for (const what of ['prompt', 'picture']) safety.inc({ what, became: 'unchecked' }, 0);
  const gpuSeconds = counter('gpu_seconds_total', 'Worker time spent on dreams');
  const starts = new prom.Histogram({
    name: 'reverie_dream_start_seconds',
    help: 'Time from the request until a worker is ready',
    buckets: START_SECONDS,
    registers,
  });
  const lines = new prom.Counter({
    name: 'reverie_log_lines_total',
    help: 'Log lines at level warn or above',
    registers,
    labelNames: ['level'] as const,
  });
  for (const level of ['warn', 'error']) lines.inc({ level }, 0);

  function counter(name: string, help: string): Counter {
    return new prom.Counter({ name: `reverie_${name}`, help, registers });
  }

  /** A gauge read on each scrape; omitted when reading it fails. */
  function gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    find: (into: Gauge<Label>) => Promise<void> | void,
  ): void {
    new prom.Gauge<Label>({
      name: `reverie_${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        try {
          await find(this);
        } catch {
          // A gauge without labels would report 0 after a reset.
          if (labelNames.length === 0) this.remove();
          else this.reset();
        }
      },
    });
  }

  return {
    text: () => registry.metrics(),

    /** Wraps a log to count its warnings and errors, including those below the log level. */
    counted: (log: Log): Log => ({
      ...log,
      warn(event, more) {
        lines.inc({ level: 'warn' });
        log.warn(event, more);
      },
      error(event, more) {
        lines.inc({ level: 'error' });
        log.error(event, more);
      },
    }),

    safetyCounted: (what: string, became: string): void => safety.inc({ what, became }),

    dreamEnded({ jobStatus, uncharge, frames: drawn, gpuSeconds: spent, startDelayMs }: DreamEnd): void {
      dreams.inc({ status: jobStatus });
      if (uncharge) uncharged.inc();
      frames.inc(drawn);
      gpuSeconds.inc(spent ?? 0);
      if (typeof startDelayMs === 'number') starts.observe(startDelayMs / 1000);
    },

    /** Middleware. */
    measure: async function measureRequest(c, next) {
      if (NOT_COUNTED.test(c.req.path)) return next();
      const began = performance.now();
      await next();
      const method = METHODS.has(c.req.method) ? c.req.method : 'other';
      const labels = { method, kind: kindOf(c.req.path), status: String(c.res.status) };
      requests.observe(labels, (performance.now() - began) / 1000);
    } satisfies MiddlewareHandler<AppEnv>,

    /** Registers the gauges once their sources exist. */
    watch({ config, disk }: Kit<Config>, { stream, jobs }: MetricsPorts, checks: Checks): void {
      gauge('info', 'Database, storage and runtime in use', ['database', 'storage', 'runtime'], (into) =>
        into.set(
          {
            database: config.DATABASE_URL ? 'postgres' : 'sqlite',
            storage: config.STORAGE_URL ? 's3' : 'files',
            runtime: process.versions.bun ? 'bun' : 'node',
          },
          1,
        ),
      );
      for (const name of Object.keys(stream())) {
        gauge(name, 'Live dreams, workers, waiting viewers and watchers on this node', [], (into) =>
          into.set(stream()[name] ?? 0),
        );
      }
      gauge('part_up', '1 if a component responds in time', ['part'], async (into) => {
        for (const { name, fault } of await checks()) into.set({ part: name }, fault === null ? 1 : 0);
      });
      gauge('jobs', 'Jobs across all nodes', ['kind', 'state'], async (into) => {
        for (const { kind, state, count } of (await jobs()).counts) into.set({ kind, state }, count);
      });
      gauge('jobs_late_seconds', 'Delay of the oldest due job', [], async (into) =>
        into.set((await jobs()).lateMs / 1000),
      );
      gauge('disk_room_bytes', 'Free space for recordings', [], (into) => into.set(disk.room));
      gauge('disk_full', '1 if the disk is too full to record', [], (into) => into.set(Number(disk.full)));
      gauge('last_backup_timestamp_seconds', 'End time of the last backup of this DATA_DIR', [], (into) =>
        into.set(Number(readFileSync(join(config.DATA_DIR, LAST_BACKUP_FILE), 'utf8'))),
      );
    },
  };
}

function kindOf(path: string): string {
  if (path.startsWith('/api/')) return 'api';
  return path.startsWith('/assets/') ? 'asset' : 'page';
}

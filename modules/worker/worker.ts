/**
 * A worker: dials the relay, offers one slot, and runs one generator. It speaks the public worker
 * protocol and nothing else, so a worker on another box, or in another language, is its equal.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { createLog, type LogLevel } from '../../src/kit/log.ts';
import { within } from '../../src/kit/within.ts';
import { CODECS, NATIVE } from '../generator/generator.ts';
import { REMOVED_CODE } from '../protocol/worker-messages.ts';
import { type GeneratorConfig, openGenerator } from './generators.ts';
import { openLater } from './opening.ts';
import { dialRelay, type Refusal } from './relay-connection.ts';
import { thatRests } from './rest.ts';
import type { RunpodBox } from './runpod/box.ts';
import { runJobs } from './runpod/run-jobs.ts';

export { readRunpodBox } from './runpod/box.ts';
export { GeneratorFault } from './shared/faults.ts';

/** The relay refuses this worker for good: in words for the operator. */
export class RelayFault extends Error {}

/** Settings that a worker needs. */
export interface WorkerConfig extends GeneratorConfig {
  RELAY_URL: string;
  WORKER_TOKEN: string;
  WORKER_NAME?: string | undefined;
  LOG_LEVEL: LogLevel;
  /** the server started it beside itself */
  isEmbedded: boolean;
  /** one before it could not draw: dreams wait until this one can */
  dialsWhenOpen: boolean;
  /** it belongs to a RunPod endpoint and takes its dreams from there */
  runpod: RunpodBox | null;
}

const REDIAL_FIRST_MS = 250;
const REDIAL_MOST_MS = 5_000;

/** By then the relay has got the reason why a dream failed that was given to it before it could draw. */
const HANG_UP_TIMEOUT_MS = 1_000;

/**
 * Opens the generator and dials until it is stopped. Beside its server it dials at once, since no other worker
 * draws there: people who come while a model is fetched see the progress. One of a fleet must not take a dream
 * from others before it can draw, nor one that takes the place of another that could not.
 */
export function runWorker(config: WorkerConfig) {
  const log = createLog(config.LOG_LEVEL);
  const facts = {
    ...NATIVE,
    name: config.GENERATOR,
    version: plannedVersion(config),
    isAi: config.GENERATOR !== 'demo',
    codecs: CODECS,
  };
  const later = openLater(facts, (report) =>
    openGenerator(config, log, (text, share, details) => {
      log.info(text, details);
      report(text, share);
    }),
  );
  const { opened } = later;
  const generator = thatRests(later.generator);
  if (config.runpod) return runJobs(config.runpod, generator, opened, log);
  const workerId = config.WORKER_NAME ?? nameOf(config);
  const run = randomBytes(8).toString('hex');
  let connection: ReturnType<typeof dialRelay> | null = null;
  let stopping = false;
  let wait = REDIAL_FIRST_MS;
  let reported = false;
  const failure = Promise.withResolvers<never>();

  function dial(): void {
    connection = dialRelay({
      relayUrl: config.RELAY_URL,
      token: config.WORKER_TOKEN,
      generator,
      workerId,
      run,
      log,
      onOpen() {
        wait = REDIAL_FIRST_MS;
        reported = false;
        log.info('connected to the relay', { relay: config.RELAY_URL, worker: workerId });
      },
      onError(error) {
        const { message } = error;
        if (!reported)
          log.warn('the relay can’t be reached; trying on', { relay: config.RELAY_URL, error: message });
        reported = true;
      },
    });
    const { ended, release } = connection;
    void ended.then(({ code, reason, refusal }) => {
      void release();
      if (stopping) return;
      const fault = refusal && lastingRefusal(refusal, config.RELAY_URL);
      if (fault) {
        failure.reject(new RelayFault(fault));
        return;
      }
      if (code === REMOVED_CODE) {
        log.error('an operator took this worker out of service; started anew it comes back');
        return;
      }
      if (code === 1008) log.error('the relay refused this worker', { reason });
      setTimeout(() => stopping || dial(), Math.max(wait, refusal?.retryAfterMs ?? 0));
      wait = Math.min(REDIAL_MOST_MS, wait * 2);
    });
  }

  if (config.isEmbedded && !config.dialsWhenOpen) dial();
  else void opened.then(dial, () => {});
  opened.catch(async (error: unknown) => {
    stopping = true;
    connection?.close('The generator can’t draw.');
    if (connection) await within(connection.ended, HANG_UP_TIMEOUT_MS);
    failure.reject(error);
  });
  return {
    /** Rejects with a GeneratorFault or a RelayFault once this worker will never draw. */
    failed: failure.promise,
    async stop(): Promise<void> {
      stopping = true;
      connection?.close('The worker stops.');
      await generator.stop();
      await generator.close?.();
    },
  };
}

/** Id that is the same after a restart, and another one for other settings on the same machine. */
function nameOf({ GENERATOR, ENGINE_URL, WORKFLOW, MODEL, DEVICE }: WorkerConfig): string {
  const settings = [GENERATOR, ENGINE_URL, WORKFLOW, MODEL, DEVICE];
  const mark = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
  return `${hostname().slice(0, 60)}-${mark}`;
}

/** Cause and cure of a refusal that dialing again can't change; null for one that may pass. */
function lastingRefusal({ status, text }: Refusal, relayUrl: string): string | null {
  if (status === 401) {
    return `The relay at ${relayUrl} doesn’t accept this worker’s token. Set WORKER_TOKEN to the one of that server: its own WORKER_TOKEN setting, or what the file worker-token in its data folder holds.`;
  }
  if (status === 403) return `RELAY_URL: ${relayUrl} refuses this worker. ${text}`.trim();
  return null;
}

/** The version as far as it is known before the generator is open. */
const plannedVersion = ({ GENERATOR, MODEL }: WorkerConfig) =>
  GENERATOR === 'diffusion' ? basename(MODEL).slice(0, 128) : GENERATOR;

/**
 * A worker: dials the relay, offers one slot, and runs one generator. Only uses the public worker protocol, so workers
 * on other machines or in other languages can do the same.
 */

import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { NATIVE } from '../generator/generator.ts';
import { codecsOf } from '../generator/video-coder.ts';
import { createLog, type LogLevel } from '../kit/log.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import { within } from '../kit/within.ts';
import { PAINTER_FACTS } from '../painter/contract/facts.ts';
import { REMOVED_CODE } from '../protocol/worker-messages.ts';
import { engineFacts } from './engine-facts.ts';
import { freeWhenIdle } from './free-when-idle.ts';
import { type GeneratorConfig, openGenerator } from './generators.ts';
import { openLater } from './opening.ts';
import { dialRelay, type Refusal } from './relay-connection.ts';
import type { RunpodBox } from './runpod/box.ts';
import { runJobs } from './runpod/run-jobs.ts';
import { ENCODERS } from './video/encoders.ts';

export { GeneratorFault } from './contract/faults.ts';
export { readRunpodBox } from './runpod/box.ts';

/** The relay rejects this worker permanently; the message is for the operator. */
export class RelayFault extends Error {}

export interface WorkerConfig extends GeneratorConfig {
  RELAY_URL: string;
  WORKER_TOKEN: string;
  WORKER_NAME?: string | undefined;
  LOG_LEVEL: LogLevel;
  /** started by the server on its own machine */
  isEmbedded: boolean;
  /** the previous worker failed to open its generator, so dial only once this one's is open */
  dialsWhenOpen: boolean;
  /** set if the worker belongs to a RunPod endpoint and gets its dreams from there */
  runpod: RunpodBox | null;
}

const REDIAL_FIRST_MS = 250;
const REDIAL_MAX_MS = 5_000;

/** Maximum wait for the connection to close, so that the relay still gets the reason why a waiting dream failed. */
const HANG_UP_TIMEOUT_MS = 1_000;

/**
 * Opens the generator, and keeps dialling the relay until stopped. An embedded worker dials at once, so that people who
 * arrive during a model download see its progress; no other worker could take their dreams. A fleet worker must not
 * take dreams from others before it is ready, and neither may the replacement of a worker that failed. Its texts are
 * codes, because their readers are at the relay.
 */
export const runWorker = (config: WorkerConfig) => inCodes(() => run(config));

function run(config: WorkerConfig) {
  const log = createLog(config.LOG_LEVEL);
  const facts = {
    ...NATIVE,
    name: config.GENERATOR,
    version: plannedVersion(config),
    isAi: config.GENERATOR !== 'demo',
    ...engineFacts(config.GENERATOR),
    ...(config.GENERATOR === 'demo' && PAINTER_FACTS),
    codecs: codecsOf(ENCODERS),
  };
  let logged = '';
  const later = openLater(facts, (report) =>
    openGenerator(config, log, (text, share, details) => {
      const words = JSON.stringify([text, details]);
      if (words !== logged) log.info(text, details);
      logged = words;
      report(text, share);
    }),
  );
  const { opened } = later;
  const generator = freeWhenIdle(later.generator);
  if (config.runpod) return runJobs(config.runpod, generator, opened, log);
  const workerId = config.WORKER_NAME ?? nameOf(config);
  const runId = randomBytes(8).toString('hex');
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
      run: runId,
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
      wait = Math.min(REDIAL_MAX_MS, wait * 2);
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
    /** Rejects with a GeneratorFault or a RelayFault if this worker can never generate. */
    failed: failure.promise,
    async stop(): Promise<void> {
      stopping = true;
      connection?.close('The worker stops.');
      await generator.stop();
      await generator.close?.();
    },
  };
}

/** An id that survives restarts and differs between settings on the same machine. */
function nameOf({ GENERATOR, ENGINE_URL, WORKFLOW, MODEL, DEVICE }: WorkerConfig): string {
  const settings = [GENERATOR, ENGINE_URL, WORKFLOW, MODEL, DEVICE];
  const mark = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
  return `${hostname().slice(0, 60)}-${mark}`;
}

/** Explains a rejection that redialling can't fix; null if it may be temporary. */
function lastingRefusal({ status, text }: Refusal, relayUrl: string): string | null {
  if (status === 401) {
    return m.worker_relay_token({ url: relayUrl });
  }
  if (status === 403)
    return text
      ? m.worker_relay_rejected_reason({ url: relayUrl, reason: text })
      : m.worker_relay_rejected({ url: relayUrl });
  return null;
}

/** The version as far as it is known before the generator is open. */
const plannedVersion = ({ GENERATOR, MODEL }: WorkerConfig) =>
  GENERATOR === 'diffusion' ? basename(MODEL).slice(0, 128) : GENERATOR;

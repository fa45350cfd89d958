/**
 * A worker: dials the relay, offers one slot, and runs one generator. It speaks the public worker
 * protocol and nothing else, so a worker on another box, or in another language, is its equal.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { WebSocket } from 'ws';
import { createLog, type LogLevel } from '../../../src/kit/log.ts';
import { NATIVE } from './generators/generator.ts';
import { type GeneratorConfig, openGenerator } from './generators/generators.ts';
import { openLater } from './generators/opening.ts';
import { serveRelay } from './serve-relay.ts';

export { GeneratorFault } from './generators/generator.ts';

/** What a worker needs of the settings. */
export interface WorkerConfig extends GeneratorConfig {
  RELAY_URL: string;
  WORKER_TOKEN: string;
  LOG_LEVEL: LogLevel;
  /** the server started it beside itself */
  isEmbedded: boolean;
}

const REDIAL_FIRST_MS = 250;
const REDIAL_MOST_MS = 5_000;
/** The relay pings every ten seconds; when nothing comes for this long it is gone. */
const SILENCE_MS = 30_000;

/**
 * Opens the generator and dials until told to stop. Beside its server it dials at once, since nobody else draws there:
 * who comes while a model is fetched sees how far it is. One of a fleet must not take a dream from others before it can draw.
 */
export function runWorker(config: WorkerConfig) {
  const log = createLog(config.LOG_LEVEL);
  const facts = { ...NATIVE, name: config.GENERATOR, version: plannedVersion(config) };
  const { generator, opened } = openLater(facts, (tell) =>
    openGenerator(config, log, (text, share, details) => {
      log.info(text, details);
      tell(text, share);
    }),
  );
  const workerId = `${hostname().slice(0, 60)}-${randomBytes(4).toString('hex')}`;
  let socket: WebSocket | null = null;
  let stopping = false;
  let wait = REDIAL_FIRST_MS;
  let told = false;

  function dial(): void {
    const opened = new WebSocket(`${config.RELAY_URL}/worker`, {
      headers: { authorization: `Bearer ${config.WORKER_TOKEN}` },
      perMessageDeflate: false,
    });
    socket = opened;
    const served = serveRelay(opened, generator, workerId, log);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => opened.terminate(), SILENCE_MS);
    };
    opened.on('open', () => {
      wait = REDIAL_FIRST_MS;
      told = false;
      heard();
      served.hello();
    });
    opened.on('ping', heard);
    opened.on('message', (data: Buffer, isBinary: boolean) => {
      heard();
      served.message(isBinary ? '' : data.toString('utf8'));
    });
    opened.on('close', (code: number, reason: Buffer) => {
      clearTimeout(silence);
      void served.gone();
      if (stopping) return;
      if (code === 1008) log.error('the relay refused this worker', { reason: reason.toString('utf8') });
      setTimeout(() => stopping || dial(), wait);
      wait = Math.min(REDIAL_MOST_MS, wait * 2);
    });
    // 'close' follows every error
    opened.on('error', (error) => {
      if (!told)
        log.warn('the relay can’t be reached; trying on', { relay: config.RELAY_URL, error: error.message });
      told = true;
    });
  }

  if (config.isEmbedded) dial();
  else void opened.then(dial, () => {});
  return {
    /** rejects when the generator will never draw */
    opened,
    async stop(): Promise<void> {
      stopping = true;
      socket?.close(1000, 'The worker stops.');
      await generator.stop();
      await generator.close?.();
    },
  };
}

/** What is known of the version before the generator is open. */
const plannedVersion = ({ GENERATOR, MODEL }: WorkerConfig) =>
  GENERATOR === 'diffusion' ? basename(MODEL).slice(0, 128) : GENERATOR;

import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { trimEndOf } from '../../kit/shared/trim.ts';
import { m } from '../../kit/texts/m.ts';
import { shownText } from '../../kit/texts/shown-text.ts';
import { type GeneratorConfig, generatorEnv, usualSlots } from '../../worker/worker.ts';
import type { StreamConfig } from '../contract/settings.ts';
import type { Relay } from '../relay.ts';
import type { WorkerHealth } from '../workers/worker-health.ts';
import { startEmbeddedWorkers, type WorkerTrouble } from './embedded.ts';

/** Consecutive failures before we call it broken. */
const MANY_FALLS = 3;

interface OwnWorkersOptions {
  config: StreamConfig & GeneratorConfig & { LOG_LEVEL: string };
  workerToken: string;
  relay: Pick<Relay, 'figures' | 'workers'>;
  health: Pick<WorkerHealth, 'failed'>;
  clock: Clock;
  log: Log;
}

export type OwnWorkers = ReturnType<typeof createOwnWorkers>;

/** This machine's own workers, if configured, and what keeps them from drawing. */
export function createOwnWorkers({ config, workerToken, relay, health, clock, log }: OwnWorkersOptions) {
  const slots = config.workers.kind === 'embedded' ? (config.workers.slots ?? usualSlots(config)) : 0;
  let started: ReturnType<typeof startEmbeddedWorkers> | null = null;

  const found = (): WorkerTrouble | null => (relay.figures().workers === 0 && started?.trouble()) || null;

  /**
   * Why they can't draw, for operators, with what the workers say about it. Null while a worker can draw or may still be
   * starting.
   */
  const trouble = (): string | null => shownText(ownWords());

  function ownWords(): string | null {
    const fault = found();
    if (fault) return troubleWords(fault, clock.now());
    if (!started) return null;
    const reasons = relay.workers().map(({ slot }) => slot.waitsFor);
    const [first = null] = reasons;
    return first !== null && !reasons.includes(null) ? m.stream_own_not_ready({ reason: first }) : null;
  }

  return {
    trouble,
    /** Why nothing will be drawn here without an operator's help, in words fit for anyone. Null otherwise. */
    fault: (): string | null => ((found()?.falls ?? 0) >= MANY_FALLS ? m.stream_own_keeps_ending() : null),
    waitNote: (): string | null =>
      found() !== null || relay.workers().some(({ slot }) => slot.rests) ? m.stream_own_wait() : null,
    /**
     * @param address this server's `http://host:port`
     * @param program path of the worker's program
     */
    start(address: string, program: string) {
      started = startEmbeddedWorkers({
        program,
        slots,
        workerToken,
        log,
        onTrouble: health.failed,
        env: generatorEnv(config),
        relayUrl: address.replace(/^http/, 'ws'),
        logLevel: config.LOG_LEVEL,
      });
      return started;
    },
  };
}

function troubleWords({ words, falls, nextAt }: WorkerTrouble, now: number): string {
  const seconds = Math.ceil((nextAt - now) / 1000);
  const next = seconds > 0 ? m.stream_own_retry_in({ seconds }) : m.stream_own_retrying();
  return m.stream_own_trouble({ reason: trimEndOf(words, /[.。\s]/), count: falls, next });
}

import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { trimEndOf } from '../../kit/shared/trim.ts';
import { type GeneratorConfig, generatorEnv, usualSlots } from '../../worker/worker.ts';
import type { StreamConfig } from '../contract/settings.ts';
import type { Relay } from '../relay.ts';
import type { WorkerHealth } from '../workers/worker-health.ts';
import { startEmbeddedWorkers, type WorkerTrouble } from './embedded.ts';

/** Shown to a user whose dream is waiting while this machine's workers fail. */
const WAIT_NOTE =
  'What draws here can’t start just now. It is tried again and again, and you keep your place in line.';

/** Consecutive failures before we call it broken. */
const MANY_FALLS = 3;
const KEEP_ENDING = 'The workers on this machine end as soon as they are started. The log says why.';

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

  /** Why they can't draw, for operators. Null while a worker can draw or may still be starting. */
  function trouble(): string | null {
    const fault = found();
    if (fault) return troubleWords(fault, clock.now());
    if (!started) return null;
    const reasons = relay.workers().map(({ slot }) => slot.waitsFor);
    const [first = null] = reasons;
    return first !== null && !reasons.includes(null)
      ? `The worker on this machine can’t draw yet: ${first}`
      : null;
  }

  return {
    trouble,
    /** Why nothing will be drawn here without an operator's help, in words fit for anyone. Null otherwise. */
    fault: (): string | null => ((found()?.falls ?? 0) >= MANY_FALLS ? KEEP_ENDING : null),
    waitNote: (): string | null =>
      found() !== null || relay.workers().some(({ slot }) => slot.rests) ? WAIT_NOTE : null,
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
  const times = falls === 1 ? 'It ended once.' : `It ended ${falls} times in a row.`;
  const next = seconds > 0 ? `The next try comes in ${seconds} s.` : 'It is being tried again.';
  return `The worker on this machine can’t draw: ${trimEndOf(words, /[.\s]/)}. ${times} ${next}`;
}

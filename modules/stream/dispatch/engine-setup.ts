import { findMachineGpu } from '../../kit/machine-gpu.ts';
import { error, type Finding, ok, warning } from '../../kit/settings/finding.ts';
import { NO_AI } from '../../worker/contract/no-ai.ts';
import { proposeModel } from '../../worker/contract/propose-model.ts';
import type { StreamConfig } from '../contract/settings.ts';
import type { Relay } from '../relay.ts';
import type { TrialOutcome } from '../workers/trial.ts';
import { diagnoseRunpod } from './diagnose-workers.ts';
import type { OwnWorkers } from './own-workers.ts';

interface Trying {
  relay: Pick<Relay, 'tryWorker' | 'workers'>;
  own: Pick<OwnWorkers, 'trouble'>;
}

export type EngineSetup = ReturnType<typeof createEngineSetup>;

/** Engine and worker setup, for operators of a running server. */
export function createEngineSetup(config: StreamConfig, trying: Trying) {
  return {
    /** why this server's own worker can't draw; null while one is connected */
    ownTrouble: trying.own.trouble,
    /** a model that suits this machine */
    proposal: async () => proposeModel(await findMachineGpu()),
    /** Asks a worker for a test frame. */
    test: (): Promise<Finding[]> => tryWorkers(config, trying),
  };
}

async function tryWorkers(config: StreamConfig, { relay, own }: Trying): Promise<Finding[]> {
  const outcome = await relay.tryWorker();
  if (outcome) return [found(outcome)];
  const count = relay.workers().length;
  if (count > 0)
    return [
      ok(count === 1 ? 'the only worker is busy with a dream' : `all ${count} workers are busy with dreams`),
    ];
  if (config.workers.kind === 'runpod') return [await diagnoseRunpod(config)];
  const trouble = own.trouble();
  if (trouble) return [error(trouble.replace(/\.$/, ''), 'See GENERATOR and its settings, and the log.')];
  return config.workers.kind === 'fleet'
    ? [warning('no worker is connected', 'Connect one: the page behind “Connect a GPU worker” says how.')]
    : [warning('the worker on this machine is still starting', 'Try again in a moment.')];
}

function found(outcome: TrialOutcome): Finding {
  const { generator, version } = outcome.worker;
  const name = version === generator ? generator : `${generator} (${version})`;
  if ('fault' in outcome) {
    const fault = outcome.fault.replace(/\.$/, '');
    return outcome.isLate
      ? warning(
          `${name} is slow or busy. ${fault}`,
          'Test again in a minute, and see the log of that worker.',
        )
      : error(`${name} did not draw. ${fault}`, 'See the log of that worker.');
  }
  const picture = Buffer.from(outcome.frame).toString('base64');
  const seconds = (outcome.tookMs / 1000).toFixed(1);
  const isPainter = generator === 'demo';
  return {
    ...(isPainter ? NO_AI : ok(`${name} drew this picture in ${seconds} s`)),
    picture,
  };
}

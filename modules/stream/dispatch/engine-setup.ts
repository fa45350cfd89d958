import { findMachineGpu } from '../../kit/machine-gpu.ts';
import { error, type Finding, ok, warning, withQuote } from '../../kit/settings/finding.ts';
import { formatNumber } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { shownText } from '../../kit/texts/shown-text.ts';
import { noAi } from '../../worker/contract/no-ai.ts';
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
  if (count > 0) return [ok(m.stream_trial_busy({ count }))];
  if (config.workers.kind === 'runpod') return [await diagnoseRunpod(config)];
  const trouble = own.trouble();
  if (trouble) return [withQuote(error(m.stream_trial_own(), m.stream_trial_own_cure()), trouble)];
  return config.workers.kind === 'fleet'
    ? [warning(m.stream_trial_none(), m.stream_trial_none_cure())]
    : [warning(m.stream_trial_starting(), m.stream_trial_starting_cure())];
}

function found(outcome: TrialOutcome): Finding {
  const { generator, version } = outcome.worker;
  const name = version === generator ? generator : `${generator} (${version})`;
  if ('fault' in outcome) {
    const finding = outcome.isLate
      ? warning(m.stream_trial_late({ worker: name }), m.stream_trial_late_cure())
      : error(m.stream_trial_failed({ worker: name }), m.stream_trial_failed_cure());
    return withQuote(finding, shownText(outcome.fault));
  }
  const picture = Buffer.from(outcome.frame).toString('base64');
  const seconds = formatNumber(outcome.tookMs / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const isPainter = generator === 'demo';
  return {
    ...(isPainter ? noAi() : ok(m.stream_trial_drew({ worker: name, seconds }))),
    picture,
  };
}

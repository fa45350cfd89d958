/** `bun run worker`, and what the server starts beside itself: dials a relay and draws for it. `--runpod`: those that jobs name. */
import {
  GeneratorFault,
  RelayFault,
  readRunpodBox,
  runWorker,
  type WorkerConfig,
} from '../modules/worker/worker.ts';
import { liveWithInput } from './kit/children/in-child.ts';
import { onStopSignals } from './kit/children/stop-signals.ts';
import { generatedSecret, WORKER_TOKEN_FILE } from './kit/settings/generated-secret.ts';
import { explained, runCommand, StartFault } from './start/start-fault.ts';

await runCommand(async () => {
  const config = await explained(
    readWorkerConfig,
    // Loaded for a fault only: it knows the databases too, which a worker never sees.
    async (error) => (await import('./start/start-words.ts')).folderFault(error),
  );
  const worker = runWorker(config);
  const stop = () => void worker.stop().finally(() => process.exit(0));
  // The server holds its input open, and ends it once the dreams are at their end.
  if (config.isEmbedded) liveWithInput(stop);
  else onStopSignals(stop);
  await explained(
    () => worker.failed,
    (error) =>
      error instanceof GeneratorFault || error instanceof RelayFault ? new StartFault(error.message) : error,
  );
});

/** On the server's own box the generated token is found in DATA_DIR; elsewhere WORKER_TOKEN must be set. */
async function readWorkerConfig(): Promise<WorkerConfig> {
  // A server gives its own workers all that they need, and they open none of its files.
  const isEmbedded = process.argv.includes('--embedded');
  const config = isEmbedded
    ? (await import('./config.ts')).readConfig()
    : (await import('./settings/own-config.ts')).readOwnConfig();
  const relay = config.RELAY_URL ?? `ws://localhost:${config.PORT}`;
  const runpod = process.argv.includes('--runpod') ? readRunpodBox(process.env) : null;
  if (typeof runpod === 'string') throw new StartFault(runpod);
  // Jobs bring tickets of their own.
  const token = runpod ? '' : (config.WORKER_TOKEN ?? generatedSecret(config.DATA_DIR, WORKER_TOKEN_FILE));
  return {
    ...config,
    RELAY_URL: relay,
    WORKER_TOKEN: token,
    isEmbedded,
    dialsWhenOpen: process.argv.includes('--dials-when-open'),
    runpod,
  };
}

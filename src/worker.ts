/**
 * `bun run worker`, also started by the server for embedded workers: dials a relay and draws for it. With `--runpod` it
 * dials the relays that jobs name.
 */

import { liveWithInput } from '../modules/kit/children/in-child.ts';
import { onStopSignals } from '../modules/kit/children/stop-signals.ts';
import { generatedSecret, WORKER_TOKEN_FILE } from '../modules/kit/settings/generated-secret.ts';
import { shownText } from '../modules/kit/texts/shown-text.ts';
import { loadWorker, type WorkerConfig } from '../modules/worker/worker.ts';
import { explained, runCommand, StartFault } from './start/start-fault.ts';

const { GeneratorFault, RelayFault, readRunpodBox, runWorker } = await loadWorker();

await runCommand(async () => {
  const config = await explained(
    readWorkerConfig,
    // Imported only on a fault: this module also loads the database code, which a worker never needs.
    async (error) => (await import('./start/start-words.ts')).folderFault(error),
  );
  const worker = runWorker(config);
  const stop = () => void worker.stop().finally(() => process.exit(0));
  // The server keeps this process's stdin open and closes it once the dreams have ended.
  if (config.isEmbedded) liveWithInput(stop);
  else onStopSignals(stop);
  await explained(
    () => worker.failed,
    (error) =>
      error instanceof GeneratorFault || error instanceof RelayFault
        ? new StartFault(shownText(error.message))
        : error,
  );
});

/** On the server's machine the generated token is read from DATA_DIR; elsewhere WORKER_TOKEN must be set. */
async function readWorkerConfig(): Promise<WorkerConfig> {
  // The server passes embedded workers everything they need, so they open none of its files.
  const isEmbedded = process.argv.includes('--embedded');
  const config = isEmbedded
    ? (await import('./config.ts')).readConfig()
    : (await import('./settings/own-config.ts')).findOwnConfig().read();
  const relay = config.RELAY_URL ?? `ws://localhost:${config.PORT}`;
  const runpod = process.argv.includes('--runpod') ? readRunpodBox(process.env) : null;
  if (typeof runpod === 'string') throw new StartFault(runpod);
  // Jobs bring their own tickets.
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

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../kit/children/child-options.ts';
import type { Log } from '../../kit/log.ts';
import { m } from '../../kit/texts/m.ts';
import { ModelFault } from '../contract/faults.ts';
import type { Engine, EngineEvents, EngineReport } from './core/engine-protocol.ts';
import type { ChildLoadOrder } from './engine-child.ts';
import type { ModelFiles } from './model-folder.ts';
import { driverSettings } from './system-settings.ts';

export interface EngineOptions {
  /** the runtime package's folder */
  engine: string;
  model: ModelFiles;
  /** in order of preference; a retry skips one that crashed the process */
  devices: readonly string[];
  log: Log;
}

/**
 * Starts the process and loads the model.
 * @throws ModelFault if no device can run it
 */
export async function startEngine(options: EngineOptions, events: EngineEvents): Promise<Engine> {
  let { devices } = options;
  while (true) {
    const outcome = await tryEngine({ ...options, devices }, events);
    if (!('crashed' in outcome)) return outcome;
    const { crashed, how } = outcome;
    options.log.warn('the engine crashed while it loaded the model', { device: crashed, how });
    devices = devices.filter((device) => device !== crashed);
    if (devices.length === 0)
      throw new ModelFault(
        how === 'SIGKILL'
          ? m.worker_model_crashed_memory({ reason: how })
          : m.worker_model_crashed({ reason: how }),
      );
  }
}

/** @returns the process, or the device that crashed it */
function tryEngine(
  { engine, model, devices, log }: EngineOptions,
  events: EngineEvents,
): Promise<Engine | { crashed: string; how: string }> {
  const { graphs, tokenizer, tokenizerConfig, schedule, scaling, look } = model;
  const config = { tokenizer, tokenizerConfig, schedule, scaling, look };
  const child = fork(fileURLToPath(new URL('./engine-child.ts', import.meta.url)), [], {
    ...childOptions(driverSettings()),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let trying = devices[0] ?? '';
  let isLoaded = false;
  let lost: string | null = null;
  return new Promise((resolve, reject) => {
    child.on('message', (report: EngineReport) => {
      if (report.type === 'trying') trying = report.device;
      if (report.type === 'fell-back') log.warn('the model does not run there', report);
      if (report.type === 'image') events.image(report);
      if (report.type === 'lost') lost = report.reason;
      if (report.type === 'loaded') {
        isLoaded = true;
        resolve({
          loaded: report,
          order: (order) => void (child.connected && child.send(order)),
          end: () => endProcess(child),
        });
      }
      if (report.type === 'fault') {
        if (isLoaded) events.fault(report.message);
        else {
          reject(new ModelFault(report.message));
          void endProcess(child);
        }
      }
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const how = lost ?? signal ?? `exit code ${code}`;
      if (isLoaded) events.died(`${how}${outOfMemory(how)}`);
      else resolve({ crashed: trying, how });
    });
    child.send({ type: 'load', engine, graphs, config, devices } satisfies ChildLoadOrder);
  });
}

/** SIGKILL usually comes from the system's out-of-memory killer. */
const outOfMemory = (how: string) => (how === 'SIGKILL' ? ' (out of memory?)' : '');

function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

import type { Log } from '../../../kit/log.ts';
import { ModelFault } from '../../contract/faults.ts';
import type { Engine, EngineEvents, EngineReport } from '../core/engine-protocol.ts';
import type { ModelConfig } from '../core/model-config.ts';
import type { ModelPlan } from '../core/plan-model.ts';
import type { TabLoadOrder } from './engine-worker.ts';
import type { WasmUrls } from './onnx-web.ts';

export interface TabEngineOptions {
  /** URL of the thread's script */
  script: string;
  wasm: WasmUrls;
  plan: ModelPlan;
  config: ModelConfig;
  devices: readonly string[];
  log: Log;
  /** load progress, for people */
  report(report: Extract<EngineReport, { type: 'trying' | 'fell-back' }>): void;
}

/**
 * Starts a thread and loads the model.
 * @throws ModelFault if no device can run it
 */
export function startTabEngine(options: TabEngineOptions, events: EngineEvents): Promise<Engine> {
  const { script, wasm, plan, config, devices, log, report } = options;
  const thread = new Worker(script, { type: 'module', name: 'engine' });
  let isLoaded = false;

  return new Promise((resolve, reject) => {
    function fail(how: string): void {
      thread.terminate();
      if (isLoaded) events.died(how);
      else reject(new ModelFault(how));
    }

    thread.onmessage = ({ data: event }: MessageEvent<EngineReport>) => {
      if (event.type === 'trying' || event.type === 'fell-back') report(event);
      if (event.type === 'fell-back') log.warn('the model does not run there', event);
      if (event.type === 'image') events.image(event);
      if (event.type === 'lost') fail(event.reason);
      if (event.type === 'fault' && isLoaded) events.fault(event.message);
      if (event.type === 'fault' && !isLoaded) fail(event.message);
      if (event.type === 'loaded') {
        isLoaded = true;
        resolve({
          loaded: event,
          order: (order) => thread.postMessage(order),
          end: async () => thread.terminate(),
        });
      }
    };
    thread.onerror = (event) => fail(event.message || 'its thread could not be started');
    thread.postMessage({ type: 'load', plan, config, devices, wasm } satisfies TabLoadOrder);
  });
}

/**
 * The process that runs the model, forked by the worker. A run blocks its thread and a graphics driver may crash its
 * process, so neither may happen in the worker itself.
 */
import { liveWithChannel } from '../../kit/children/in-child.ts';
import { ModelFault } from '../contract/faults.ts';
import type { EngineReport, LoadOrder } from './core/engine-protocol.ts';
import type { Sessions } from './core/graphs.ts';
import type { GraphName } from './core/layout.ts';
import { createEngine, messageOf } from './core/run-engine.ts';
import { loadOnnxRuntime, type OnnxRuntime, openSession } from './onnx-node.ts';
import { openingFault } from './opening-fault.ts';

export interface ChildLoadOrder extends LoadOrder {
  /** the runtime package's folder */
  engine: string;
  graphs: Record<GraphName, string>;
}

liveWithChannel();
let ort: OnnxRuntime | null = null;

const obey = createEngine<ChildLoadOrder>({
  openGraphs,
  send: (report) => void process.send?.(report),
  lost: (reason) => process.send?.({ type: 'lost', reason } satisfies EngineReport, () => process.exit(1)),
});
process.on('message', obey);

async function openGraphs({ engine, graphs }: ChildLoadOrder, device: string): Promise<Sessions> {
  ort ??= loadOnnxRuntime(engine);
  const runtime = ort;
  if (!runtime.listSupportedBackends().some(({ name }) => name === device)) {
    throw new ModelFault(
      `this build of ONNX Runtime has no ${device} for ${process.platform} ${process.arch}`,
    );
  }
  const open = async (graph: GraphName) => {
    try {
      return await openSession(runtime, graphs[graph], device);
    } catch (error) {
      throw new ModelFault(await openingFault(graphs[graph], device, messageOf(error)));
    }
  };
  // one at a time: two loads at once double the peak memory
  return {
    textEncoder: await open('text_encoder'),
    unet: await open('unet'),
    vaeEncoder: await open('vae_encoder'),
    vaeDecoder: await open('vae_decoder'),
  };
}

/**
 * The thread that runs the model. A run may block it and a lost GPU ends it, so neither the page nor the socket lives
 * here.
 */
// must be imported before any schema is created
import '../../../kit/browser/no-eval.ts';

import { ModelFault } from '../../contract/faults.ts';
import { openModelCache } from '../../contract/model-files/model-cache.ts';
import type { EngineOrder, EngineReport, LoadOrder } from '../core/engine-protocol.ts';
import type { Sessions } from '../core/graphs.ts';
import type { GraphName } from '../core/layout.ts';
import type { ModelPlan } from '../core/plan-model.ts';
import { createEngine, messageOf } from '../core/run-engine.ts';
import { openSession, takeWasmFrom, type WasmUrls } from './onnx-web.ts';

export interface TabLoadOrder extends LoadOrder {
  plan: ModelPlan;
  wasm: WasmUrls;
}

const send = (report: EngineReport) => self.postMessage(report);

const obey = createEngine<TabLoadOrder>({
  openGraphs,
  send,
  lost: (reason) => send({ type: 'lost', reason }),
});
self.onmessage = ({ data }: MessageEvent<TabLoadOrder | EngineOrder>) => obey(data);

async function openGraphs({ plan, wasm }: TabLoadOrder, device: string): Promise<Sessions> {
  takeWasmFrom(wasm);
  const cache = await openModelCache();
  async function open(graph: GraphName) {
    const files = plan.files.filter(({ to }) => to.startsWith(`${graph}/`) && !to.endsWith('.json'));
    const parts = await Promise.all(
      files.map(async (file) => ({
        path: file.to.slice(graph.length + 1),
        to: file.to,
        data: await cache.read(file),
      })),
    );
    const missing = parts.find(({ data }) => data === null);
    if (missing)
      throw new ModelFault(`${missing.to} is not in this browser any more. Download the model again.`);
    const whole = parts.map(({ path, to, data }) => ({ path, to, data: data as Uint8Array }));
    const model = whole.find(({ to }) => to === `${graph}/model.onnx`);
    if (!model) throw new ModelFault(`the model has no ${graph}/model.onnx`);
    try {
      return await openSession(
        { model: model.data, externalData: whole.filter((part) => part !== model) },
        device,
      );
    } catch (error) {
      throw new ModelFault(`${model.to} can’t be opened on ${device}: ${messageOf(error)}`);
    }
  }
  // one at a time: two loads at once double the peak memory
  return {
    textEncoder: await open('text_encoder'),
    unet: await open('unet'),
    vaeEncoder: await open('vae_encoder'),
    vaeDecoder: await open('vae_decoder'),
  };
}

/**
 * A browser tab as a worker. This thread downloads the model, starts the engine's thread, blends and encodes frames,
 * and holds the connection to the relay. The page only displays its reports.
 */
// must be imported before any schema is created
import '../../../kit/browser/no-eval.ts';

import { type Generator, NATIVE } from '../../../generator/generator.ts';
import { readsPixels } from '../../../kit/browser/reads-pixels.ts';
import type { Log } from '../../../kit/log.ts';
import type { DrawCommand, DrawFault, ThreadReport } from '../../contract/draw-messages.ts';
import { FileFault, LayoutFault } from '../../contract/model-files/file-fault.ts';
import { createHub, type Hub, sizeOf } from '../../contract/model-files/hub.ts';
import { type ModelCache, openModelCache } from '../../contract/model-files/model-cache.ts';
import { createDiffusionGenerator } from '../core/generator.ts';
import { readModelConfig } from '../core/model-config.ts';
import { isOnHub, type ModelPlan, planModel } from '../core/plan-model.ts';
import { decodeImage } from './decode-image.ts';
import { createJpegEncoder, findEncoders } from './encoders.ts';
import { openTabConnection } from './tab-connection.ts';
import { startTabEngine } from './tab-engine.ts';
import { watchGenerator } from './watch-generator.ts';

const FIGURES_INTERVAL_MS = 1_000;
const PROGRESS_INTERVAL_MS = 200;

const workerId = `tab-${crypto.randomUUID().slice(0, 8)}`;
const log: Log = {
  debug: () => {},
  info: (event, more) => console.info(event, more ?? ''),
  warn: (event, more) => console.warn(event, more ?? ''),
  error: (event, more) => console.error(event, more ?? ''),
};
const report = (report: ThreadReport) => self.postMessage(report);

let site: Extract<DrawCommand, { type: 'open' }>;
let hub: Hub;
let cache: ModelCache;
let chosen: { model: string; plan: ModelPlan } | null = null;
let download: AbortController | null = null;
let generator: Generator | null = null;
let connection: ReturnType<typeof openTabConnection> | null = null;
let figures: ReturnType<typeof setInterval> | undefined;

let turn = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<DrawCommand>) => {
  // Handled right away, because they interrupt orders in progress.
  if (data.type === 'pause') return download?.abort();
  if (data.type === 'stop') return connection?.hangUp();
  turn = turn.then(() => obey(data)).catch((error) => report({ type: 'fault', fault: faultOf(error) }));
};

/** A command that can't be carried out. */
class CommandFault extends Error {
  readonly fault: DrawFault;
  constructor(fault: DrawFault) {
    super(fault.code);
    this.fault = fault;
  }
}

function faultOf(error: unknown): DrawFault {
  if (error instanceof CommandFault) return error.fault;
  if (error instanceof FileFault) return { code: 'file', kind: error.kind, facts: error.facts };
  if (error instanceof LayoutFault) return { code: 'layout', model: error.model, missing: error.missing };
  return { code: 'other', message: error instanceof Error ? error.message : String(error) };
}

async function obey(command: DrawCommand): Promise<void> {
  switch (command.type) {
    case 'open':
      site = command;
      hub = createHub(command.modelBase);
      cache = await openModelCache();
      return;
    case 'choose':
      return choose(command.model);
    case 'download':
      return downloadModel(planned());
    case 'remove':
      await unload();
      await cache.remove(planned());
      return report({ type: 'removed' });
    case 'test':
      return test(command.devices);
    case 'draw':
      return draw();
  }
}

function planned(): ModelPlan {
  if (!chosen) throw new CommandFault({ code: 'no-model' });
  return chosen.plan;
}

async function choose(model: string): Promise<void> {
  await unload();
  chosen = null;
  if (!isOnHub(model)) throw new CommandFault({ code: 'name', model });
  const plan = await planModel(hub, model);
  chosen = { model, plan };
  const [here, whole] = [await cache.size(plan), await cache.isWhole(plan)];
  report({ type: 'chosen', plan: { model, licence: plan.licence, bytes: sizeOf(plan.files), here, whole } });
}

async function downloadModel(plan: ModelPlan): Promise<void> {
  // Without persistence, a browser that runs low on space may evict gigabytes.
  await navigator.storage?.persist?.().catch(() => false);
  const abort = new AbortController();
  download = abort;
  let reportedAt = 0;
  try {
    await cache.fetch(hub, plan, {
      signal: abort.signal,
      onBytes(bytes) {
        const now = performance.now();
        if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = now;
        report({ type: 'downloading', bytes });
      },
    });
    report({ type: 'downloaded' });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    report({ type: 'paused', bytes: await cache.size(plan) });
  } finally {
    download = null;
  }
}

async function test(devices: string[]): Promise<void> {
  await unload();
  if (!readsPixels()) throw new CommandFault({ code: 'pixels' });
  const plan = planned();
  const text = new TextDecoder();
  const config = await readModelConfig(chosen?.model ?? '', async (path) => {
    const written = plan.written[path];
    if (written) return JSON.stringify(written);
    const file = plan.files.find(({ to }) => to === path);
    const content = file && (await cache.read(file));
    return content ? text.decode(content) : null;
  });
  const { engine: script, wasm } = site;
  generator = await createDiffusionGenerator({
    look: config.look,
    encode: createJpegEncoder(),
    encoders: await findEncoders(NATIVE),
    decode: decodeImage,
    version: (device) => `${chosen?.model} on ${device} in a browser`,
    model: chosen?.model,
    licence: oneLine(plan.licence.name),
    log,
    async startEngine(events) {
      const engine = await startTabEngine({ script, wasm, plan, config, devices, log, report }, events);
      const { device, imageMs } = engine.loaded;
      report({ type: 'tested', device, imageMs });
      return engine;
    },
  });
}

/** Worker messages allow no control characters; the text comes from the model's page on the hub. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, 128);

function draw(): void {
  if (!generator) throw new CommandFault({ code: 'not-loaded' });
  connection?.hangUp();
  clearInterval(figures);
  const { watched, figures: read } = watchGenerator(generator, (dreaming) => {
    if (connection)
      report({ type: 'connection', connection: dreaming ? 'drawing' : 'waiting', reason: null });
  });
  const own = openTabConnection(watched, workerId, log, (state, reason) => {
    if (state === 'off') {
      clearInterval(figures);
      connection = null;
    }
    report({ type: 'connection', connection: state, reason });
  });
  connection = own;
  figures = setInterval(() => report({ type: 'figures', figures: read() }), FIGURES_INTERVAL_MS);
}

async function unload(): Promise<void> {
  connection?.hangUp();
  await generator?.close?.();
  generator = null;
}

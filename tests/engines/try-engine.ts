/**
 * Records a dream on a running engine: two prompts with their receipts, each live control changed once, and the
 * finished video. Saves images and the video to a folder for inspection.
 *
 * GENERATOR=comfyui ENGINE_URL=http://127.0.0.1:8188 bun tests/engines/try-engine.ts FOLDER
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Control, type ControlValue, hasValue } from '../../modules/protocol/controls.ts';
import { until } from '../wire/inbox.ts';
import { openStage } from '../wire/stage.ts';
import { startWorkerProcess } from '../wire/worker-process.ts';

const PROMPTS = { first: 'a red desert under a violet sky', second: 'a deep blue sea with a small boat' };
/** A CPU may need minutes per image. */
const PATIENCE_MS = 480_000;
/** A control that would end the try. */
const PAUSE = 'pause';
/** environment variables passed on to the worker */
const SETTINGS = ['GENERATOR', 'ENGINE_URL', 'ENGINE_KEY', 'WORKFLOW', 'NONCOMMERCIAL_ENGINES'];

const folder = process.argv[2];
if (!folder || !process.env.GENERATOR) {
  console.error('GENERATOR=… ENGINE_URL=… bun tests/engines/try-engine.ts FOLDER');
  process.exit(2);
}
await mkdir(folder, { recursive: true });
const began = performance.now();
const say = (text: string) => console.log(`${Math.round((performance.now() - began) / 1000)} s  ${text}`);

const stage = await openStage();
const env = Object.fromEntries(
  SETTINGS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);
const worker = await startWorkerProcess(stage.server.url, env as Record<string, string>);
let isDone = false;
try {
  await dream(folder);
  isDone = true;
} finally {
  if (!isDone) console.log(worker.output().split('\n').slice(-20).join('\n'));
  await worker.dispose();
  await stage.dispose();
}

async function dream(folder: string): Promise<void> {
  await until('the engine', () => worker.output().includes('the engine is there'), PATIENCE_MS);
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  void viewer.closed.then(({ code, reason }) => say(`closed with ${code} ${reason}`));
  say(`generator: ${JSON.stringify(await viewer.event('generator'))}`);
  const { controls } = await viewer.event('controls');

  for (const [id, text] of Object.entries(PROMPTS)) {
    viewer.send({ type: 'prompt', id, text });
    const shown = await until(`the receipt of “${text}”`, () => receiptOf(id), PATIENCE_MS);
    const at = shown.type === 'prompt_ack' && shown.frame_id;
    say(`“${text}” is in the picture from frame ${at} on`);
    for (const control of controls.filter(({ live, name }) => live && name !== PAUSE)) {
      const value = turned(control, id === 'first');
      if (value !== null) viewer.send({ type: 'control', name: control.name, value });
    }
    await keepImage(`${id}.jpg`);
  }
  viewer.send({ type: 'end' });
  await viewer.closed;
  const { job_status } = await stage.admin.untilRecorded(sessionId);
  const words = new Set(
    viewer.events.items.flatMap((event) => (event.type === 'loading' ? [event.text] : [])),
  );
  say(`${viewer.frames.items.length} frames, ${job_status}; was told: ${[...words].join(' | ')}`);

  function receiptOf(id: string) {
    if (viewer.isClosed) throw new Error('the dream has ended');
    return viewer.events.items.find((event) => event.type === 'prompt_ack' && event.id === id);
  }

  async function keepImage(name: string): Promise<void> {
    const last = viewer.frames.items.at(-1);
    if (last) await writeFile(join(folder, name), last.jpeg);
  }
}

/** Picks a different value, or the default again. */
function turned(control: Control, isAway: boolean): ControlValue | null {
  if (!hasValue(control)) return null;
  if (!isAway) return control.default;
  switch (control.kind) {
    case 'number':
      return control.default === control.min ? control.max : control.min;
    case 'choice':
      return control.choices.at(-1) ?? null;
    case 'switch':
      return !control.default;
    case 'text':
      return 'people, letters';
    default:
      return null;
  }
}

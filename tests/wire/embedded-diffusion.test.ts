import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENGINE_TIMEOUT_MS, ENGINES_DATA_DIR, testEngine } from '../engine.ts';
import { canListProcesses, childrenOf } from '../faults/processes.ts';
import { runProgram } from '../faults/run-program.ts';
import { type ModelHub, startModelHub } from '../model-hub.ts';
import { type RunningServer, startServer } from '../server.ts';
import { writeTinyDiffusion } from '../tiny-diffusion.ts';
import { openViewer } from './fake-viewer.ts';
import { until } from './inbox.ts';
import { type Person, signInAsAdmin } from './person.ts';

let home: string;
let dataDir: string;
let hub: ModelHub;
let server: RunningServer | null = null;
beforeAll(async () => {
  await testEngine();
  home = await mkdtemp(join(tmpdir(), 'reverie-own-'));
  await writeTinyDiffusion(join(home, 'tiny'));
}, ENGINE_TIMEOUT_MS);
beforeEach(async () => {
  hub = await startModelHub({ 'someone/tiny': join(home, 'tiny') });
  dataDir = await mkdtemp(join(home, 'data-'));
  await symlink(join(ENGINES_DATA_DIR, 'engines'), join(dataDir, 'engines'));
});
afterEach(async () => {
  await server?.stop();
  server = null;
  await hub.close();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const settings = () => ({
  GENERATOR: 'diffusion',
  MODEL: 'someone/tiny',
  MODEL_BASE: hub.url,
  DEVICE: 'cpu',
  PORT: '0',
  DATA_DIR: dataDir,
});
const fetched = () => hub.asked.filter((path) => path.includes('/resolve/'));
const isModelHere = () => existsSync(join(dataDir, 'models/someone/tiny/fetched.json'));

async function watch(person: Person) {
  const { websocketUrl } = await person.connectUntilReady();
  return openViewer(websocketUrl);
}

describe('a server with a diffusion model of its own', () => {
  test('downloads it while serving pages, shows its progress in the queue, and renders', async (context) => {
    const rest = Promise.withResolvers<void>();
    hub.mood.holds = { path: 'unet/model.onnx', until: rest.promise };
    server = await startServer({ dataDir, env: { ...settings(), MODEL_LICENCE: 'accepted' } });
    const person = await signInAsAdmin(server);
    const viewer = await watch(person);
    const waits = await viewer.events.find(
      'how far the download is',
      (event) => event.type === 'loading' && /^Downloading the model/.test(event.text ?? ''),
    );
    expect(waits).toMatchObject({
      text: expect.stringMatching(/someone\/tiny: \d+% \(\d+ kB of \d+ kB\)$/),
    });
    expect((await person.call('POST', '/api/admin/setup-data', { action: 'getParts' })).text).toContain(
      'The worker on this machine can’t draw yet: Downloading the model someone/tiny: ',
    );
    viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
    rest.resolve();
    await viewer.frames.find('the first picture', () => true);
    expect(await viewer.event('prompt_ack')).toMatchObject({ id: 'first' });
    expect(server.output()).toMatch(/has this licence: openrail\+\+/);
    expect(server.output()).toMatch(/Downloading the model someone\/tiny: 100%.*\n.*Loading the model tiny/);
    expect(server.output()).toMatch(/the model is loaded.*"device":"cpu","picturesASecond":[\d.]+/);

    if (!canListProcesses) return context.skip('the worker process can be found on Linux only');
    const pid = server.pid;
    const workers = () => childrenOf(pid).filter(({ command }) => command.includes('worker.ts'));
    // a device that runs a model handles one dream at a time
    expect(workers()).toHaveLength(1);
    const worker = workers()[0]?.pid ?? 0;
    // A hanging engine outlives its worker and keeps the worker's output open.
    const engines = childrenOf(worker).map((one) => one.pid);
    for (const engine of engines) process.kill(engine, 'SIGSTOP');
    process.kill(worker, 'SIGKILL');
    expect((await viewer.closed).code).toBe(4002);
    await until('the failure to be told', async () => (await person.connect()).status === 'failed');
    const next = await watch(person);
    next.send({ type: 'prompt', id: 'second', text: 'a storm' });
    await next.frames.find('a picture of another worker', () => true);
    for (const engine of engines) process.kill(engine, 'SIGKILL');
    next.terminate();
  });

  test('that can’t be downloaded says so everywhere, and no dream is lost to it', async () => {
    await hub.close();
    server = await startServer({ dataDir, env: { ...settings(), MODEL_LICENCE: 'accepted' } });
    const person = await signInAsAdmin(server);
    const look = async (path: string, asked: object) => (await person.call('POST', path, asked)).json;
    const words = /^The worker on this machine can’t draw: someone\/tiny .*can’t be downloaded/;
    const waiting = await until('its last words', async () => {
      const { waiting } = await look('/api/admin/worker-data', { action: 'getWorkers' });
      return /[2-9] times/.test(waiting.reason ?? '') && waiting;
    });
    expect(waiting.reason).toMatch(words);
    const { parts } = await look('/api/admin/setup-data', { action: 'getParts' });
    expect(parts.find(({ id }: { id: string }) => id === 'engine')).toMatchObject({
      isSet: false,
      facts: ['Dreams are drawn by diffusion.', expect.stringMatching(words)],
    });
    const { findings } = await look('/api/admin/setup-data', { action: 'test', part: 'engine' });
    expect(findings).toEqual([
      {
        level: 'error',
        text: 'this server’s own worker can’t draw',
        quote: expect.stringMatching(words),
        cure: expect.any(String),
      },
    ]);
    for (let i = 0; i < 5; i++)
      expect(await person.connect()).toMatchObject({
        status: 'queued',
        note: expect.stringMatching(/^The generator can’t start right now/),
      });
    const readiness = await until('the box to be not ready', async () => {
      const { status, json } = await person.call('GET', '/readyz');
      return status === 503 && json;
    });
    const reported = 'The workers on this machine exit as soon as they start. The log says why.';
    expect(readiness).toMatchObject({ ready: false, workers: 'failed', reasons: [reported] });
    const doctor = await runProgram(
      'src/doctor.ts',
      { ...settings(), MODEL_LICENCE: 'accepted' },
      { args: ['--json'] },
    );
    expect(JSON.parse(doctor.output)).toContainEqual(
      expect.objectContaining({
        check: 'engines',
        level: 'error',
        quote: expect.stringMatching(/someone\/tiny .*can’t be downloaded/),
      }),
    );
    expect(JSON.parse(doctor.output)).toContainEqual(
      expect.objectContaining({
        check: 'address',
        level: 'error',
        quote: reported,
      }),
    );
  });

  test('doesn’t start if the licence is rejected or MODEL is invalid', async () => {
    const refused = await runProgram('src/start.ts', settings());
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output.trim().split('\n')).toEqual([
      expect.stringMatching(/^The model someone\/tiny \(\d+ kB\) has this licence: openrail\+\+, /),
      expect.stringMatching(/^The licence of someone\/tiny isn’t accepted, so nothing was downloaded\./),
    ]);
    expect(fetched()).toEqual([]);
    const unknown = await runProgram('src/start.ts', { ...settings(), MODEL: 'sdsx' });
    expect(unknown).toEqual({ code: 1, output: expect.stringMatching(/^There is no model sdsx\. .*\n$/) });
  });
});

test('a server whose WORKFLOW doesn’t fit its engine doesn’t start', async () => {
  const WORKFLOW = join(home, 'workflow.json');
  const start = async (content: string) => {
    await writeFile(WORKFLOW, content);
    return runProgram('src/start.ts', { GENERATOR: 'comfyui', WORKFLOW, PORT: '0', DATA_DIR: dataDir });
  };
  for (const [content, words] of [
    ['{"nodes":[],"links":[]}', /isn’t in ComfyUI’s API format\. In ComfyUI choose .*Export \(API\)/],
    ['{"draw":{"class_type":"KSampler","inputs":{}}}', /has no slot for the prompt\. Write \{prompt\}/],
  ] as const)
    expect(await start(content)).toEqual({ code: 1, output: expect.stringMatching(words) });
});

/** Runs a program in a terminal. @returns its output and how it exits */
function atTerminal(program: string, env: Record<string, string>) {
  let shown = '';
  const child = Bun.spawn([process.execPath, program], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    terminal: {
      cols: 200,
      rows: 40,
      data(_, bytes) {
        shown += new TextDecoder().decode(bytes);
      },
    },
  });
  return {
    shown: () => Bun.stripANSI(shown),
    type: (keys: string) => void child.terminal?.write(keys),
    async end() {
      child.kill('SIGTERM');
      return child.exited;
    },
    exited: child.exited,
  };
}

describe('at a terminal', () => {
  const question = 'Do you accept it? Type yes to download the model: ';

  test('a start asks once about the licence, and downloads only after a yes', async () => {
    const refusing = atTerminal('src/start.ts', settings());
    await until('the question', () => refusing.shown().includes(question));
    refusing.type('no\r');
    expect(await refusing.exited).toBe(1);
    expect(refusing.shown()).toContain('isn’t accepted, so nothing was downloaded');
    expect(fetched()).toEqual([]);

    const accepting = atTerminal('src/start.ts', settings());
    await until('the question', () => accepting.shown().includes(question));
    accepting.type('yes\r');
    await until('the model', () => accepting.shown().includes('the model is loaded'));
    expect(accepting.shown()).toMatch(/is ready: http/);
    expect(accepting.shown().split('has this licence')).toHaveLength(2);
    expect(await accepting.end()).toBe(0);
    expect(isModelHere()).toBe(true);
  });

  test('a worker asks, too; Ctrl-C and Ctrl-D mean no', async () => {
    const worker = { ...settings(), RELAY_URL: 'ws://127.0.0.1:9', WORKER_TOKEN: 'of no relay at all' };
    for (const key of ['\x03', '\x04']) {
      const left = atTerminal('src/worker.ts', worker);
      await until('the question', () => left.shown().includes(question));
      left.type(key);
      expect(await left.exited).toBe(1);
      expect(left.shown().split(question)[1]?.trim()).toMatch(/^The licence of [^\n]*\.$/);
    }
    const asked = atTerminal('src/worker.ts', worker);
    await until('the question', () => asked.shown().includes(question));
    expect(isModelHere()).toBe(false);
    asked.type('yes\r');
    await until('the model', () => asked.shown().includes('the model is loaded'));
    expect(isModelHere()).toBe(true);
    await asked.end();
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectAnswer } from '../../modules/stream/contract/schemas.ts';
import type { ConnectResult } from './api.ts';
import { StreamController } from './controller.ts';
import type { FrameWorker } from './frames/start-worker.ts';
import type { WorkerCommand, WorkerReport } from './frames/worker-messages.ts';

const URL = 'ws://dreams.example/stream/ws?ticket=';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(...results: ConnectResult[]) {
  const posted: WorkerCommand[] = [];
  const connects: (string | undefined)[] = [];
  let ids = 0;
  const worker: FrameWorker = { post: (command) => posted.push(command), onReport: null };
  const onSignedOut = vi.fn();
  const controller = new StreamController({
    api: {
      connect: async (sessionId) => {
        connects.push(sessionId);
        return results[Math.min(connects.length, results.length) - 1] ?? { kind: 'unreachable' };
      },
      end: async () => true,
    },
    worker,
    now: () => Date.now(),
    today: () => Date.now(),
    newId: () => `p${++ids}`,
    onSignedOut,
  });
  controller.start();
  return {
    controller,
    connects,
    posted,
    onSignedOut,
    report: (report: WorkerReport) => worker.onReport?.(report),
    opens: () => posted.filter(({ type }) => type === 'open').length,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

const answer = (more: Partial<ConnectAnswer>): ConnectResult => ({
  kind: 'answer',
  answer: {
    sessionId: 's1',
    status: 'pending',
    ready: false,
    websocketUrl: null,
    error: null,
    queuePosition: null,
    ...more,
  },
});
const pending = answer({});
const ready = answer({ status: 'ready', ready: true, websocketUrl: `${URL}1` });

describe('requesting a dream', () => {
  test('opens the socket immediately if the first response is ready', async () => {
    const { opens, pass } = setUp(ready);
    await pass(0);
    expect(opens()).toBe(1);
  });

  test('polls every 2 s, and waits 3 s before the first socket if it wasn’t ready', async () => {
    const { opens, connects, pass } = setUp(pending, pending, ready);
    await pass(4000);
    expect(connects).toHaveLength(3);
    await pass(2900);
    expect(opens()).toBe(0);
    await pass(200);
    expect(opens()).toBe(1);
  });

  test('gives up after 30 tries', async () => {
    const { controller, connects, pass } = setUp(pending);
    await pass(29 * 2000);
    expect(connects).toHaveLength(30);
    expect(controller.getState()).toMatchObject({
      phase: 'error',
      message: 'Unable to establish connection. Please check your internet connection.',
    });
  });

  test('counts a response that takes longer than ten seconds as a try', async () => {
    const { controller, connects, pass } = setUp({ kind: 'timeout' });
    await pass(29 * 2000);
    expect(connects).toHaveLength(30);
    expect(controller.getState()).toMatchObject({
      phase: 'error',
      message: 'Unable to establish connection. Please check your internet connection.',
    });
  });

  test('waits in the queue for as long as it takes', async () => {
    const { controller, connects, pass } = setUp(answer({ status: 'queued', queuePosition: 2 }));
    await pass(5 * 60_000);
    expect(connects.length).toBeGreaterThan(100);
    expect(controller.getState()).toMatchObject({ phase: 'connecting', queuePosition: 2 });
  });

  test('shows the server’s refusal immediately', async () => {
    const { controller, pass } = setUp({
      kind: 'refused',
      code: 'over-quota',
      message: "You've used all of your free trial streams.",
    });
    await pass(0);
    expect(controller.getState().phase).toBe('limit');
  });

  test('says so if the server doesn’t respond', async () => {
    const { controller, pass } = setUp({ kind: 'unreachable' });
    await pass(4000);
    expect(controller.getState()).toMatchObject({
      phase: 'error',
      message: 'Connection failed. Please try again.',
    });
  });

  test('fails with the failed dream’s text', async () => {
    const { controller, pass } = setUp(answer({ status: 'failed' }));
    await pass(0);
    expect(controller.getState()).toMatchObject({
      phase: 'failed',
      message: 'Unexpected server error. Please try again later.',
    });
  });

  test('leaves for the sign-in page when the session has ended', async () => {
    const { onSignedOut, pass } = setUp({ kind: 'signed-out' });
    await pass(0);
    expect(onSignedOut).toHaveBeenCalled();
  });
});

describe('the socket', () => {
  async function opened(...later: ConnectResult[]) {
    const all = setUp(ready, ...later);
    await all.pass(0);
    all.report({ type: 'opened' });
    return all;
  }

  test('reconnects with a new ticket 2 s after it is lost', async () => {
    const { connects, report, opens, controller, pass } = await opened();
    report({ type: 'closed', code: 1006, drew: true });
    expect(controller.getState().phase).toBe('connecting');
    await pass(2000);
    expect(connects).toEqual([undefined, 's1']);
    expect(opens()).toBe(2);
  });

  test('is tried ten times without a frame, then the page says so', async () => {
    const { report, opens, controller, pass } = await opened();
    for (let attempt = 1; attempt <= 10; attempt++) {
      report({ type: 'closed', code: 1006, drew: false });
      await pass(2000);
    }
    expect(opens()).toBe(10);
    expect(controller.getState()).toMatchObject({
      phase: 'error',
      message: 'Unable to establish connection. Please check your internet connection.',
    });
  });

  test.each([[{ kind: 'unreachable' } as const], [pending]])(
    'gives up after ten attempts without a ticket',
    async (result) => {
      const { report, connects, controller, pass } = setUp(ready, result);
      await pass(0);
      report({ type: 'opened' });
      report({ type: 'closed', code: 1006, drew: true });
      await pass(60_000);
      expect(connects).toHaveLength(11);
      expect(controller.getState()).toMatchObject({
        phase: 'error',
        message: 'Unable to establish connection. Please check your internet connection.',
      });
    },
  );

  test('is replaced if it doesn’t open within 15 s', async () => {
    const { opens, pass } = setUp(ready);
    await pass(15_000);
    expect(opens()).toBe(1);
    await pass(2000);
    expect(opens()).toBe(2);
  });

  test.each([
    [1000, 'ended'],
    [4001, 'taken-over'],
    [4002, 'failed'],
  ])('closed with %d is %s and stays closed', async (code, phase) => {
    const { report, controller, opens, pass } = await opened();
    report({ type: 'closed', code, drew: true });
    await pass(60_000);
    expect(controller.getState().phase).toBe(phase);
    expect(opens()).toBe(1);
  });

  test.each([
    [1000, 'ended', 'The server was restarted in the middle of it.', undefined],
    [4002, 'failed', 'The worker was taken out of service. It is not counted.', false as const],
  ])('closed with %d before its status arrives, it asks why', async (code, phase, message, counted) => {
    const error = message.replace(' It is not counted.', '');
    const { report, controller, pass } = await opened(
      answer({ status: phase as 'ended', error, ...(counted === false && { counted }) }),
    );
    report({ type: 'closed', code, drew: true });
    await pass(0);
    expect(controller.getState()).toMatchObject({ phase, message });
  });

  test('can be taken back from another window', async () => {
    const { report, controller, opens, pass } = await opened();
    report({ type: 'closed', code: 4001, drew: true });
    controller.reopen();
    await pass(0);
    expect(opens()).toBe(2);
  });
});

test('prompts written while connecting are sent in order when the socket opens', async () => {
  const { controller, posted, report, pass } = setUp(ready);
  controller.submit('rain', 'typed');
  controller.submit('snow', 'voice');
  await pass(0);
  report({ type: 'opened' });
  const texts = posted.flatMap((command) => (command.type === 'send' ? [JSON.parse(command.text).text] : []));
  expect(texts).toEqual(['rain', 'snow']);
});

test('a prompt that the assistant is slow with is still sent before later ones', async () => {
  const { controller, posted, report, pass } = setUp(ready);
  await pass(0);
  report({ type: 'opened' });
  const after = (ms: number, text: string | null) => () =>
    new Promise<string | null>((resolve) => setTimeout(() => resolve(text), ms));
  controller.submit('rain', 'typed', { rewrite: after(3000, 'soft rain') });
  controller.submit('snow', 'typed', { rewrite: after(10, null) });
  controller.submit('fog', 'typed', { rewrite: () => Promise.reject(new Error('down')) });
  const texts = () =>
    posted.flatMap((command) => (command.type === 'send' ? [JSON.parse(command.text).text] : []));
  await pass(2900);
  expect(texts()).toEqual([]);
  await pass(200);
  expect(texts()).toEqual(['soft rain', 'snow', 'fog']);
});

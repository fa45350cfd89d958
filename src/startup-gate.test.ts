import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildIslands } from '../islands/build/build.ts';
import { createLog } from '../modules/kit/log.ts';
import type { SocketHandler } from '../modules/kit/runtime.ts';
import { loadAssets } from '../modules/web/load-assets.ts';
import { readConfig } from './config.ts';
import { createStartupGate } from './startup-gate.tsx';

beforeAll(async () => {
  await buildIslands();
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const makeDoor = () =>
  createStartupGate({ config: readConfig({}), log: createLog('error', () => {}), assets: loadAssets() });
const ask = (path: string, accept = '*/*') =>
  new Request(`http://localhost:3000${path}`, { headers: { accept } });

/** Advances past the gate's two-second wait and returns its answer. */
async function patient(answer: Response | Promise<Response>): Promise<Response> {
  await vi.advanceTimersByTimeAsync(2000);
  return answer;
}

describe('during startup', () => {
  test('an API call waits, and then gets JSON with Retry-After', async () => {
    const waiting = makeDoor().fetch(ask('/api/session'), { address: '127.0.0.1' });
    let isAnswered = false;
    void waiting.then(() => {
      isAnswered = true;
    });
    await vi.advanceTimersByTimeAsync(1999);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const answer = await waiting;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('content-security-policy')).toContain('default-src');
    expect(await answer.json()).toEqual({
      error: 'Reverie is starting. Please try again in a moment.',
      code: 'starting',
    });
  });

  test('a person gets a page that reloads automatically, with its styles', async () => {
    const gate = makeDoor();
    const answer = await patient(gate.fetch(ask('/dreamboard', 'text/html'), { address: '127.0.0.1' }));
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('refresh')]).toEqual([
      503,
      '2',
      '2',
    ]);
    expect(await answer.text()).toContain('This page will reload automatically');
    const styles = await patient(gate.fetch(ask(loadAssets().manifest.css), { address: '127.0.0.1' }));
    expect(styles.status).toBe(200);
  });

  test('it is live but not ready', async () => {
    const gate = makeDoor();
    expect(await (await gate.fetch(ask('/healthz'), { address: '' })).json()).toEqual({ ok: true });
    expect((await patient(gate.fetch(ask('/readyz'), { address: '' }))).status).toBe(503);
    expect(gate.upgrade(ask('/stream/ws'), '')).toBeNull();
  });

  test('a websocket waits, too, and is rejected with 503 or accepted', async () => {
    const dial = () =>
      new Request('http://localhost:3000/stream/ws', {
        headers: { upgrade: 'websocket', connection: 'upgrade' },
      });
    const refused = await patient(
      Promise.resolve(makeDoor().upgrade(dial(), '')).then((one) => one as Response),
    );
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    const gate = makeDoor();
    const early = gate.upgrade(dial(), '192.0.2.1');
    const handler = {} as SocketHandler;
    gate.open({ fetch: () => new Response('', { status: 404 }) }, async () => handler);
    expect(await early).toBe(handler);
  });

  test('a slightly early request gets the server’s response', async () => {
    const gate = makeDoor();
    const early = gate.fetch(ask('/api/session'), { address: '192.0.2.1' });
    gate.open({ fetch: (_request, { address }) => new Response(address) }, () => null);
    expect(await (await early).text()).toBe('192.0.2.1');
  });
});

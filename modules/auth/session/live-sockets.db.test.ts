import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ORIGIN, startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import type { Socket, SocketHandler } from '../../kit/runtime.ts';
import { apiTokens, loginSessions } from '../tables.ts';

/** Generous timeouts, since the test machine may be busy. */
const TIMEOUTS = { timeout: 20_000, interval: 20 };

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

/** Peer of a socket that records what it receives and how it was closed. */
function createEnd() {
  const sent: (string | Uint8Array)[] = [];
  const closed: number[] = [];
  const socket: Socket = {
    send: (message) => sent.push(message) > 0,
    backlog: () => 0,
    ping: () => {},
    close: (code) => void closed.push(code),
    terminate: () => void closed.push(1006),
  };
  return { sent, closed, socket };
}

async function upgrade(address: string, headers: Record<string, string>): Promise<SocketHandler> {
  const request = new Request(address.replace(/^ws/, 'http'), {
    headers: { upgrade: 'websocket', ...headers },
  });
  const handler = await program.stream.upgrade(request, '192.0.2.1');
  if (handler === null || handler instanceof Response) throw new Error('the socket was refused');
  return handler;
}

/** A worker that is ready immediately and never sends a frame. */
async function startWorker(): Promise<void> {
  const worker = await upgrade(`${ORIGIN}/worker`, { authorization: `Bearer ${program.stream.workerToken}` });
  const end = createEnd();
  const { send } = end.socket;
  end.socket.send = (message) => {
    if (String(message).includes('"type":"start"')) queueMicrotask(() => worker.message('{"type":"ready"}'));
    return send(message);
  };
  worker.open(end.socket);
  const size = { width: 1280, height: 720, fps: 16 };
  worker.message(
    JSON.stringify({ type: 'hello', protocol: 1, worker_id: 'w', generator: 'demo', version: '1', ...size }),
  );
}

/** Signs in a new visitor and lets them watch a dream. */
async function watch(): Promise<{ visitor: Visitor; userId: string; closed: number[] }> {
  const visitor = program.visitor();
  await visitor.openLink(await program.adminLink(`${crypto.randomUUID()}@example.com`));
  return watchAs(visitor);
}

async function watchAs(visitor: Visitor): Promise<{ visitor: Visitor; userId: string; closed: number[] }> {
  const userId = (await visitor.person())?.id ?? '';
  const websocketUrl = await vi.waitFor(async () => {
    const answer = await (await visitor.postJson('/api/stream/connect')).json();
    expect(answer.ready).toBe(true);
    return answer.websocketUrl as string;
  }, TIMEOUTS);
  const viewer = await upgrade(websocketUrl, { origin: ORIGIN, host: new URL(ORIGIN).host });
  const end = createEnd();
  viewer.open(end.socket);
  return { visitor, userId, closed: end.closed };
}

beforeEach(startWorker);

test('signing out closes the live socket immediately', async () => {
  const { visitor, closed } = await watch();
  await visitor.postJson('/api/auth/logout');
  expect(closed).toHaveLength(1);
});

test('signing out everywhere closes it from another device', async () => {
  const { userId, closed } = await watch();
  const elsewhere = program.visitor();
  const user = await program.accounts.findUser(userId);
  await elsewhere.openLink(await program.adminLink(user?.email ?? ''));
  await elsewhere.postForm('/settings/sign-out');
  expect(closed).toHaveLength(1);
});

test('closing the account closes it', async () => {
  const { visitor, userId, closed } = await watch();
  const email = (await program.accounts.findUser(userId))?.email ?? '';
  await visitor.postForm('/settings/close', { confirmation: email });
  expect(closed).toHaveLength(1);
});

test('a login session that reaches its maximum age closes it', async () => {
  const address = `${crypto.randomUUID()}@example.com`;
  const visitor = program.visitor();
  await visitor.openLink(await program.adminLink(address));
  const createdAt = program.clock.now() - 7 * 24 * 3600_000 + 8_000;
  await program.db.orm.update(loginSessions).set({ createdAt });
  const { closed } = await watchAs(visitor);
  program.stream.tick();
  expect(closed).toEqual([]);
  program.clock.advance(8_000);
  program.stream.tick();
  expect(closed).toEqual([1008]);
});

/** A visitor with an API token, and calls that present it. */
async function withToken() {
  const visitor = program.visitor();
  await visitor.openLink(await program.adminLink(`${crypto.randomUUID()}@example.com`));
  const made = await visitor.postJson('/api/tokens', { name: 'x', scopes: ['stream'], days: 1 });
  const { id, token } = (await made.json()) as { id: string; token: string };
  const caller = program.visitor({ authorization: `Bearer ${token}`, origin: 'null' });
  const connect = async () => (await caller.postJson('/api/stream/connect')).json();
  return { visitor, id, connect, revoke: () => visitor.send('DELETE', `/api/tokens/${id}`) };
}

async function openSocket(address: string): Promise<number[]> {
  const viewer = await upgrade(address, {});
  const end = createEnd();
  viewer.open(end.socket);
  return end.closed;
}

test('revoking an API token closes the socket opened with it, and its expiry does', async () => {
  for (const stop of ['revoked', 'expired']) {
    const { connect, revoke } = await withToken();
    await program.db.orm.update(apiTokens).set({ expiresAt: program.clock.now() + 8_000 });
    const websocketUrl = await vi.waitFor(async () => {
      const answer = await connect();
      expect(answer.ready).toBe(true);
      return answer.websocketUrl as string;
    }, TIMEOUTS);
    const closed = await openSocket(websocketUrl);
    program.stream.tick();
    expect(closed).toEqual([]);
    if (stop === 'revoked') await revoke();
    else program.clock.advance(8_000);
    program.stream.tick();
    expect(closed).toEqual([1008]);
    await startWorker();
  }
});

test('a new plan in another tab doesn’t disturb it', async () => {
  const { userId, closed } = await watch();
  const user = await program.accounts.findUser(userId);
  if (!user) throw new Error('no such person');
  await program.accounts.changeAccount(
    user,
    { role: 'subscribed', tier: 'premium' },
    { source: 'stripe', actorId: null, reason: null },
  );
  program.stream.tick();
  expect(closed).toEqual([]);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../wire/inbox.ts';
import type { Transport } from './web-driver.ts';

/** WebKitGTK's own browser, controlled by its driver, on a separate screen. */
export async function startWebKit({
  driver,
  browser,
  screen,
}: Record<'driver' | 'browser' | 'screen', string>): Promise<Transport> {
  const home = await mkdtemp(join(tmpdir(), 'reverie-webkit-'));
  const [shown, display] = await openScreen(screen);
  const port = await freePort();
  const served = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home, DISPLAY: display, GTK_A11Y: 'none' },
  });
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error: string; message: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
  async function end(): Promise<void> {
    await stopped(served);
    await stopped(shown);
    await rm(home, { recursive: true, force: true });
  }
  try {
    await until('the driver of WebKit', () =>
      call('GET', '/status').then(
        () => true,
        () => false,
      ),
    );
    const options = { binary: browser, args: ['--automation'] };
    const { sessionId } = (await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    return {
      send: ({ method, path }, parameters) =>
        call(method, `/session/${sessionId}/${path}`, method === 'POST' ? parameters : undefined),
      async close() {
        await call('DELETE', `/session/${sessionId}`).catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function openScreen(program: string): Promise<[ChildProcess, string]> {
  const screen = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  screen.stdout.on('data', (data) => (text += data));
  const number = await until('a screen', () => {
    if (screen.exitCode !== null) throw new Error(`Xvfb ended with ${screen.exitCode}`);
    return text.endsWith('\n') && text.trim();
  });
  return [screen, `:${number}`];
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    }),
  );
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill();
  });
}

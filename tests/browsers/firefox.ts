import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../wire/inbox.ts';
import type { Transport } from './web-driver.ts';

const PREFERENCES = {
  // 0: a free port, which Firefox writes to its profile
  'marionette.port': 0,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.http.speculative-parallel-limit': 0,
  'toolkit.telemetry.enabled': false,
  // Fake devices replace the microphone and camera.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'browser.download.useDownloadDir': true,
};

/** Speaks Firefox's native Marionette protocol, to which geckodriver only translates. */
export async function startFirefox(binary: string, preferences: object = {}): Promise<Transport> {
  const profile = await mkdtemp(join(tmpdir(), 'reverie-firefox-'));
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const browser = spawn(binary, ['--headless', '--no-remote', '--marionette', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1200' },
  });
  try {
    const socket = await dial(profile, browser);
    const send = await readMessages(socket);
    await send('WebDriver:NewSession', {});
    return {
      send: ({ marionette }, parameters) => send(marionette, parameters),
      async close() {
        await send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
        socket.destroy();
        await exited(browser);
        await rm(profile, { recursive: true, force: true });
      },
    };
  } catch (error) {
    browser.kill('SIGKILL');
    await exited(browser);
    await rm(profile, { recursive: true, force: true });
    throw error;
  }
}

async function dial(profile: string, browser: ChildProcess): Promise<Socket> {
  let port = 0;
  await until('Firefox’s port', async () => {
    if (browser.exitCode !== null) throw new Error(`Firefox ended with ${browser.exitCode}`);
    port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => 0));
    return port > 0;
  });
  return connect(port, '127.0.0.1');
}

/**
 * Messages are JSON with a length prefix in bytes: `18:[0,1,"a command",{}]`; the response is `[1, id, fault, result]`.
 */
async function readMessages(socket: Socket) {
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const hello = Promise.withResolvers<unknown>();
  let read: Buffer = Buffer.alloc(0);
  let last = 0;
  const fail = () => {
    const lost = new Error('Firefox hung up.');
    hello.reject(lost);
    for (const { reject } of asked.values()) reject(lost);
  };
  socket.on('error', fail);
  socket.on('close', fail);
  socket.on('data', (data: Buffer) => {
    read = Buffer.concat([read, data]);
    for (let colon = read.indexOf(':'); colon > 0; colon = read.indexOf(':')) {
      const end = colon + 1 + Number(read.toString('latin1', 0, colon));
      if (read.length < end) return;
      const message = JSON.parse(read.toString('utf8', colon + 1, end));
      read = read.subarray(end);
      if (!Array.isArray(message)) hello.resolve(message);
      else answer(message as [1, number, { error: string; message: string } | null, unknown]);
    }
  });
  function answer([, id, fault, result]: [1, number, { error: string; message: string } | null, unknown]) {
    const waiting = asked.get(id);
    asked.delete(id);
    if (fault) waiting?.reject(new Error(`${fault.error}: ${fault.message}`));
    else
      waiting?.resolve(
        result && Object.hasOwn(result, 'value') ? (result as { value: unknown }).value : result,
      );
  }
  await hello.promise;
  return (command: string, parameters: object): Promise<unknown> => {
    const waiting = Promise.withResolvers<unknown>();
    last += 1;
    asked.set(last, waiting);
    const text = JSON.stringify([0, last, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return waiting.promise;
  };
}

const exited = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNode } from './find-node.ts';
import { openPeople } from './people.ts';
import { type RunningServer, startServer } from './server.ts';

const MAX_LINES = 20;
const MAX_BYTES = 10 * 1024;
const root = new URL('..', import.meta.url).pathname;

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'embedded:1' } });
  folder = await mkdtemp(join(tmpdir(), 'reverie-script-'));
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true });
});

async function createToken(): Promise<string> {
  const people = await openPeople(server.dataDir);
  const { name, value } = await people.cookie(await people.create('trial'), server.url);
  await people.close();
  const answer = await fetch(`${server.url}/api/tokens`, {
    method: 'POST',
    headers: { cookie: `${name}=${value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'script', scopes: ['stream', 'dreams:read'], days: 1 }),
  });
  return ((await answer.json()) as { token: string }).token;
}

test.each(['Bun', 'Node'])(
  'the script in the API’s README dreams as it stands there, in %s',
  async (runtime) => {
    const node = runtime === 'Node' ? await findNode() : { path: process.execPath };
    if (!('path' in node)) return console.warn(`not run: ${node.reason}`);
    const readme = await readFile(join(root, 'modules/api/README.md'), 'utf8');
    const [, script = ''] = readme.match(/```js\n([\s\S]*?)```/) ?? [];
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    expect((await stat(join(root, 'public/reverie.js'))).size).toBeLessThanOrEqual(MAX_BYTES);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'dream.js'), script);
    await copyFile(join(root, 'public/reverie.js'), join(folder, 'reverie.js'));
    const { stdout } = await promisify(execFile)(node.path, ['dream.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, REVERIE_URL: server.url, REVERIE_TOKEN: await createToken() },
    });
    expect(stdout).toMatch(/“a quiet sea at night” shows from frame \d+/);
    expect(stdout).toMatch(/“a lighthouse in the rain” shows from frame \d+/);
    expect(stdout).toMatch(/1 dreams, the newest is [0-9a-f]{32}/);
    const jpeg = await readFile(join(folder, 'dream.jpg'));
    expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  },
);

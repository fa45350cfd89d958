import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeDataDir } from '../start/data-dir.ts';
import { diagnoseAddress } from './diagnose-address.ts';

test.each([
  ['the page', { level: 'ok', text: expect.stringMatching(/reaches the server$/) }],
  ['itself', { level: 'error', cure: expect.stringContaining('X-Forwarded-Proto') }],
  ['a redirect elsewhere', { level: 'ok' }],
])('a PUBLIC_URL whose proxy answers with %s', async (answer, finding) => {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-address-'));
  const proxy = createServer((request, response) => {
    const location = answer === 'itself' ? `${origin}${request.url}` : '/elsewhere';
    if (request.url === '/terms' && answer !== 'the page') response.writeHead(308, { location });
    response.end('{}');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const lock = takeDataDir(folder);
  lock.publish({ address: origin, inside: origin }, folder);
  try {
    const findings = await diagnoseAddress({ DATA_DIR: folder, PUBLIC_URL: origin, publicUrlIsSet: true });
    expect(findings.at(-1)).toMatchObject(finding);
  } finally {
    lock.release();
    proxy.close();
    rmSync(folder, { recursive: true });
  }
});

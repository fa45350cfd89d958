import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '../../modules/kit/log.ts';
import manifest from '../../package.json' with { type: 'json' };
import { until } from '../../tests/wire/inbox.ts';
import { createReleases, isNewer, newest } from './releases.ts';

test('the changelog starts with the running version', () => {
  const changes = readFileSync(new URL('./changes.md', import.meta.url), 'utf8');
  expect(changes.match(/^## (.*)$/m)?.[1]).toBe(manifest.version);
  expect(newest(changes).length).toBeGreaterThan(2);
  expect(newest('# C\n\n## 2\n\n- one\n  goes on\n- two\n\n## 1\n\n- old\n')).toEqual(['one goes on', 'two']);
});

test.each([
  ['0.2.0', true],
  ['1.0.0', true],
  ['0.1.10', true],
  ['0.1.1', false],
  ['0.0.9', false],
  ['nightly', false],
])('%s is newer than 0.1.1: %s', (found, newer) => {
  expect(isNewer(found, '0.1.1')).toBe(newer);
});

test('newer releases are only looked up if a URL is set, and invalid answers are ignored', async () => {
  let asked = 0;
  let answer = '{"tag_name":"v9.0.0","html_url":"javascript:alert(1)"}';
  const server = createServer((_, response) => {
    asked += 1;
    response.end(answer);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const RELEASES_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const clock = { monotonic: () => 0 };
  try {
    expect(createReleases({ RELEASES_URL: undefined, clock, log })()).toMatchObject({
      asks: false,
      newer: null,
    });
    const odd = createReleases({ RELEASES_URL, clock, log });
    odd();
    await until('the refusal', () => lines.some((line) => line.includes('releases not read')));
    expect(odd()).toMatchObject({ asks: true, newer: null });
    answer = '{"tag_name":"v9.0.0","html_url":"https://code.example/releases/9"}';
    const read = createReleases({ RELEASES_URL, clock, log });
    read();
    expect(await until('the release', () => read().newer)).toEqual({
      version: '9.0.0',
      url: 'https://code.example/releases/9',
    });
    expect(asked).toBe(2);
  } finally {
    server.close();
  }
});

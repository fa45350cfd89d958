import { expect, test } from 'vitest';
import { createRateLimits } from '../../kit/http/rate-limit.ts';
import { refuseWorker } from './worker-token.ts';

function guard() {
  const reported: string[] = [];
  const deps = {
    workerRefused: (address: string) => reported.push(address),
    rateLimits: createRateLimits(),
    workerToken: 'the-token-of-the-tests',
    addressOf: (_: Request, socketAddress: string) => socketAddress,
  };
  const bring = async (token: string, from: string, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...more };
    const refused = await refuseWorker(deps, new Request('http://x/worker', { headers }), from);
    return refused?.status ?? 101;
  };
  return { reported, bring };
}

test('wrong tokens are logged with their address, and guessing is limited', async () => {
  const { reported, bring } = guard();
  for (let guess = 1; guess <= 20; guess += 1) expect(await bring(`guess-${guess}`, '192.0.2.1')).toBe(401);
  expect(reported).toEqual(new Array(20).fill('192.0.2.1'));
  expect(await bring('the-token-of-the-tests', '192.0.2.1')).toBe(429);
  expect(reported).toHaveLength(20);
  expect(await bring('the-token-of-the-tests', '192.0.2.2')).toBe(101);
});

test('workers on this machine are never limited, but clients of a local proxy are', async () => {
  const { bring } = guard();
  for (let guess = 1; guess <= 30; guess += 1) await bring('wrong', '127.0.0.1');
  expect(await bring('the-token-of-the-tests', '127.0.0.1')).toBe(101);
  const through = { 'x-forwarded-for': '192.0.2.1' };
  for (let guess = 1; guess <= 20; guess += 1) await bring('wrong', '127.0.0.1', through);
  expect(await bring('the-token-of-the-tests', '127.0.0.1', through)).toBe(429);
});

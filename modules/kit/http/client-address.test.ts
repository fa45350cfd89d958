import { expect, test } from 'vitest';
import { clientAddress, networkOf, type TrustedProxies } from './client-address.ts';
import { createRateLimits } from './rate-limit.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::192.0.2.1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['b9c41f0e', 'b9c41f0e'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a whole /64 shares one limit, and its neighbour has its own', async () => {
  const limits = createRateLimits();
  for (let host = 1; host <= 10; host += 1) await limits.take('report', `2001:db8:1:2::${host}`);
  await expect(limits.take('report', '2001:db8:1:2:ffff::1')).rejects.toMatchObject({ status: 429 });
  await limits.take('report', '2001:db8:1:3::1');
  for (let call = 1; call <= 10; call += 1) await limits.take('report', '192.0.2.1');
  await expect(limits.take('report', '::ffff:192.0.2.1')).rejects.toMatchObject({ status: 429 });
});

test('a trusted proxy’s last entry counts', () => {
  const headers = new Headers({ 'x-forwarded-for': '198.51.100.7, 203.0.113.9' });
  expect(clientAddress({ TRUST_PROXY: true }, headers, '127.0.0.1')).toBe('203.0.113.9');
  expect(clientAddress({ TRUST_PROXY: false }, headers, '127.0.0.1')).toBe('127.0.0.1');
  expect(clientAddress({ TRUST_PROXY: false }, headers, undefined)).toBe('unknown');
});

/** The client address for an X-Forwarded-For header that arrived from `socket`. */
const asked = (TRUST_PROXY: TrustedProxies, forwarded: string, socket = '10.0.0.2') =>
  clientAddress({ TRUST_PROXY }, new Headers({ 'x-forwarded-for': forwarded }), socket);

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::9]:4711', '2001:db8::9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['"[2001:db8::9]:4711"', '2001:db8::9'],
  ['2001:db8::9', '2001:db8::9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', '10.0.0.2'],
  ['_hidden', '10.0.0.2'],
  ['1.2.3.4.5:6', '10.0.0.2'],
  ['', '10.0.0.2'],
])('the entry “%s” is %s, whatever the port', (entry, address) => {
  expect(asked(true, `198.51.100.1, ${entry}`)).toBe(address);
});

test('an address that changes ports has one limit', async () => {
  const limits = createRateLimits();
  const call = (port: number) => limits.take('report', asked(true, `[2001:db8::9]:${port}`));
  for (let port = 1; port <= 10; port += 1) await call(port);
  await expect(call(11)).rejects.toMatchObject({ status: 429 });
});

test('behind two proxies each person has a limit of their own', () => {
  const forwarded = '192.0.2.66, 203.0.113.9, 198.51.100.1';
  expect(asked(2, forwarded)).toBe('203.0.113.9');
  expect(asked(1, forwarded)).toBe('198.51.100.1');
  expect(asked(3, forwarded)).toBe('192.0.2.66');
  // A request that bypassed the outer proxy.
  expect(asked(2, '203.0.113.9')).toBe('203.0.113.9');
  expect(asked(2, '')).toBe('10.0.0.2');
});

test('listed proxies are trusted, however long the chain, and no one else is', () => {
  const ours = ['10.0.0.0/8', '198.51.100.1', 'fd00::/8'];
  expect(asked(ours, '192.0.2.66, 203.0.113.9, 198.51.100.1:80')).toBe('203.0.113.9');
  expect(asked(ours, '192.0.2.66, 203.0.113.9, [fd00::7]:80, 10.1.1.1')).toBe('203.0.113.9');
  expect(asked(ours, '203.0.113.9', '192.0.2.5')).toBe('192.0.2.5');
  expect(asked(ours, '203.0.113.9', '::ffff:10.0.0.2')).toBe('203.0.113.9');
  expect(asked(ours, '10.9.9.9, 10.1.1.1')).toBe('10.9.9.9');
  expect(asked(ours, '203.0.113.9, unknown, 10.1.1.1')).toBe('10.1.1.1');
});

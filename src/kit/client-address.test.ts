import { expect, test } from 'vitest';
import { clientAddress, networkOf } from './client-address.ts';
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

test('a proxy’s word counts where it is trusted, and then its last one', () => {
  const headers = new Headers({ 'x-forwarded-for': '198.51.100.7, 203.0.113.9' });
  expect(clientAddress({ TRUST_PROXY: true }, headers, '127.0.0.1')).toBe('203.0.113.9');
  expect(clientAddress({ TRUST_PROXY: false }, headers, '127.0.0.1')).toBe('127.0.0.1');
  expect(clientAddress({ TRUST_PROXY: false }, headers, undefined)).toBe('unknown');
});

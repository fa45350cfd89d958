import { isIP, isIPv6 } from 'node:net';

/** Who asks, for limits and logs; a proxy's word counts only where TRUST_PROXY says so. */
export function clientAddress(
  config: { TRUST_PROXY: boolean },
  headers: Headers,
  socketAddress: string | undefined,
): string {
  const forwarded = config.TRUST_PROXY
    ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return forwarded || socketAddress || 'unknown';
}

/**
 * What limits are counted by: an IPv4 address in either spelling, and the /64 of an IPv6 one, because a single
 * connection has all of that. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const mapped = plain.match(/^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i)?.[1];
  if (mapped && isIP(mapped) === 4) return mapped;
  const groups = groupsOf(plain);
  const [high, low] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped && high !== undefined && low !== undefined) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address; one that ends in IPv4's dots has its last two from there. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = hex.split('::');
  const read = (part = '') =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  return tail === undefined
    ? before
    : [...before, ...new Array(8 - before.length - after.length).fill(0), ...after];
}

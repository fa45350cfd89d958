import { BlockList, isIP, isIPv6 } from 'node:net';

/** Trusted proxies: none (false), one (true), a number of hops, or addresses and networks such as 10.0.0.0/8. */
export type TrustedProxies = boolean | number | readonly string[];

/** The client's address, for limits and logs. Forwarding headers only count as far as TRUST_PROXY allows. */
export function clientAddress(
  { TRUST_PROXY: trusted }: { TRUST_PROXY: TrustedProxies },
  headers: Headers,
  socketAddress: string | undefined,
): string {
  const socket = readAddress(socketAddress) ?? socketAddress ?? 'unknown';
  if (trusted === false) return socket;
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => readAddress(entry));
  if (typeof trusted === 'object') return firstStranger(trusted, [...forwarded, socket]);
  // Each proxy appends the address that called it. If there are fewer entries, the request bypassed an outer proxy.
  return forwarded.at(-Math.min(Number(trusted), forwarded.length)) ?? socket;
}

/** The last untrusted address; entries before it may be forged. If all are trusted, the first. */
function firstStranger(trusted: readonly string[], path: readonly (string | null)[]): string {
  const known = path.slice(path.lastIndexOf(null) + 1).filter((one) => one !== null);
  return known.findLast((one) => !isInNetworks(one, trusted)) ?? known[0] ?? 'unknown';
}

/** @param networks addresses, or networks such as 10.0.0.0/8 */
export const isInNetworks = (address: string, networks: readonly string[]): boolean =>
  isIP(address) !== 0 && blockListOf(networks).check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

const blockLists = new WeakMap<readonly string[], BlockList>();

function blockListOf(networks: readonly string[]): BlockList {
  const known = blockLists.get(networks) ?? new BlockList();
  if (!blockLists.has(networks)) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      known.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
    blockLists.set(networks, known);
  }
  return known;
}

/** True for an IP address or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = text.match(/^([^/]+)(?:\/(\d{1,3}))?$/) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIPv6(address) ? 128 : 32);
}

/** The address in an X-Forwarded-For entry, which may have quotes, brackets or a port; null if invalid. */
function readAddress(entry: string | undefined): string | null {
  const [, bracketed, plain = ''] = entry?.trim().match(/^"?(?:\[([^\]]*)\](?::\d+)?|([^"]*))"?$/) ?? [];
  const withoutPort = bracketed ?? plain.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const [address = ''] = withoutPort.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').split('%');
  return isIP(address) === 0 ? null : address;
}

/**
 * Key for rate limits: an IPv4 address in canonical form, or the /64 of an IPv6 address, because one connection usually
 * owns all of it. Other text is returned unchanged.
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

/** The eight groups of an IPv6 address, including a dotted IPv4 tail. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, (dotted) => {
    const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
    return [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
  });
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

import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Which proxies stand in front: none (false), one (true), so many, or those of these addresses and networks (as in
 * 10.0.0.0/8).
 */
export type TrustedProxies = boolean | number | readonly string[];

/** Address of the client, for limits and logs; a proxy's word counts only where TRUST_PROXY says so. */
export function clientAddress(
  { TRUST_PROXY: trusted }: { TRUST_PROXY: TrustedProxies },
  headers: Headers,
  socketAddress: string | undefined,
): string {
  const socket = readAddress(socketAddress) ?? socketAddress ?? 'unknown';
  if (trusted === false) return socket;
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => readAddress(entry));
  if (typeof trusted === 'object') return firstStranger(trusted, [...forwarded, socket]);
  // Each proxy appends whom it was asked by. Fewer entries: a proxy in front was passed by.
  return forwarded.at(-Math.min(Number(trusted), forwarded.length)) ?? socket;
}

/** The last address that is none of ours, where all before it may be made up; the first of all where every one is ours. */
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

/** True if this is an address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = text.match(/^([^/]+)(?:\/(\d{1,3}))?$/) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIPv6(address) ? 128 : 32);
}

/** The address in an entry of X-Forwarded-For, which may have quotes, a port or brackets; null where there is none. */
function readAddress(entry: string | undefined): string | null {
  const [, bracketed, plain = ''] = entry?.trim().match(/^"?(?:\[([^\]]*)\](?::\d+)?|([^"]*))"?$/) ?? [];
  const withoutPort = bracketed ?? plain.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const [address = ''] = withoutPort.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').split('%');
  return isIP(address) === 0 ? null : address;
}

/**
 * Key by which limits count: an IPv4 address in either spelling, and the /64 of an IPv6 one, because a single
 * connection has all of that. Other text stays as it is.
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
  const hex = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, a, b, c, d) =>
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

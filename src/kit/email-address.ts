import { z } from 'zod';

/** Octets, as mail servers count (RFC 5321, 4.5.3.1). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** Words joined by dots, of what RFC 5322 calls atext, and of all scripts (RFC 6531): letters, marks, digits, signs. */
const LOCAL =
  /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}\p{S}-]+(\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}\p{S}-]+)*$/u;
/** One label or more; the last is no number. */
const DOMAIN = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;
const LITERAL = /^\[(\d{1,3}(\.\d{1,3}){3}|IPv6:[\da-f:.]{2,45})\]$/i;

/**
 * True if mail can be sent to this address. Left out of what the standards allow are local parts in quotes: hardly
 * anybody has one, and they may hold what would end an address elsewhere.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const fits = at > 0 && octets(local) <= MAX_LOCAL && octets(text) <= MAX_ADDRESS;
  return fits && LOCAL.test(local) && (LITERAL.test(domain) || DOMAIN.test(asciiDomain(domain)));
}

const octets = (text: string) => new TextEncoder().encode(text).length;

/** The name that the name server knows: `bücher.example` is `xn--bcher-kva.example`. */
export function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain)) return domain.toLowerCase();
  const url = `http://${domain}`;
  // Characters that end a host in an address, or are decoded in one, are part of no name.
  return /[/?#:@%\\\s]/.test(domain) || !URL.canParse(url) ? '' : new URL(url).hostname;
}

/**
 * One spelling for what is the same address to every mail server: composed letters, and small ones where SQL knows no
 * capitals, beyond ASCII and in the domain's Unicode.
 */
const oneSpelling = (text: string) =>
  text.normalize('NFC').replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase().normalize('NFC'));

/** An address as people type it. */
export const emailAddress = (message = 'must be an e-mail address') =>
  z.string().transform(oneSpelling).refine(isEmailAddress, message);

/** A mail's sender, as in `Dreams <dreams@example.com>` or the address alone; null for anything else. */
export function readSender(text: string): { name: string; address: string } | null {
  const [, named = '', bracketed] = text.trim().match(/^(.*)<([^<>]+)>$/s) ?? [];
  const address = (bracketed ?? text).trim();
  const name = named.trim().replace(/^"(.*)"$/s, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
  return isEmailAddress(address) && !/\p{Cc}/u.test(name) ? { name, address } : null;
}

/** An address as a link: what has a meaning there is escaped. */
export const mailtoLink = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@').replaceAll('%2B', '+')}`;

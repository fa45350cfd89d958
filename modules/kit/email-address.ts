import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { m } from './texts/m.ts';

/** In octets, as mail servers count (RFC 5321, 4.5.3.1). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** Dot-separated words of RFC 5322 atext, plus letters, marks, digits and symbols of all scripts (RFC 6531). */
const LOCAL =
  /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}\p{S}-]+(\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}\p{S}-]+)*$/u;
/** One or more labels; the last isn't a number. */
const DOMAIN = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;
const LITERAL = /^\[(\d{1,3}(\.\d{1,3}){3}|IPv6:[\da-f:.]{2,45})\]$/i;

/**
 * True if mail can be sent to this address. Quoted local parts are rejected although the standards allow them: hardly
 * anyone has one, and they may contain characters that end an address elsewhere.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const fits = at > 0 && octets(local) <= MAX_LOCAL && octets(text) <= MAX_ADDRESS;
  return fits && LOCAL.test(local) && (LITERAL.test(domain) || DOMAIN.test(asciiDomain(domain)));
}

const octets = (text: string) => new TextEncoder().encode(text).length;

/**
 * The domain's ASCII form (UTS #46): `bücher.example` becomes `xn--bcher-kva.example`, and full-width letters, soft
 * hyphens and other full stops are normalised. Empty if invalid.
 */
export function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]|xn--/i.test(domain)) return domain.toLowerCase();
  // Rejects characters that would end or be decoded in a URL's host.
  return /[/?#:@%\\\s]/.test(domain) ? '' : domainToASCII(domain);
}

/** Full-width and invisible characters. */
const WIDE = /[\uff00-\uffef]/g;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The canonical spelling of a mailbox: the domain in its Unicode form (normalised via ASCII), composed characters, and
 * lower case beyond ASCII, which SQL's lower() doesn't fold. Every address that enters the program passes through here.
 */
export function spelledAddress(typed: string): string {
  const text = typed.replace(WIDE, (letter) => letter.normalize('NFKC'));
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return `${composed(local.replace(UNSEEN, ''))}@${spelledDomain(domain)}`;
}

/** As above, for a search term that may be part of an address. */
export function spelledWords(words: string): string {
  const at = words.lastIndexOf('@') + 1;
  return words.slice(0, at) + spelledDomain(words.slice(at));
}

function spelledDomain(domain: string): string {
  const ascii = asciiDomain(domain);
  return (ascii.includes('xn--') ? domainToUnicode(ascii) : ascii) || domain;
}

const composed = (text: string) =>
  text.normalize('NFC').replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase().normalize('NFC'));

export const emailAddress = (message: string | (() => string) = m.kit_error_email) =>
  z.string().transform(spelledAddress).refine(isEmailAddress, { error: message });

/** Parses a sender such as `Dreams <dreams@example.com>` or a bare address; null if invalid. */
export function readSender(text: string): { name: string; address: string } | null {
  const [, named = '', bracketed] = text.trim().match(/^(.*)<([^<>]+)>$/s) ?? [];
  const address = (bracketed ?? text).trim();
  const name = named.trim().replace(/^"(.*)"$/s, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
  return isEmailAddress(address) && !/\p{Cc}/u.test(name) ? { name, address } : null;
}

/** Escapes characters that have a meaning in a mailto link. */
export const mailtoLink = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@').replaceAll('%2B', '+')}`;

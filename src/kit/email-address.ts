import { domainToASCII, domainToUnicode } from 'node:url';
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

/**
 * The name that the name server knows, by UTS #46: `bücher.example` is `xn--bcher-kva.example`, and so are full-width
 * letters, soft hyphens and other full stops what they stand for. Empty for what is no name.
 */
export function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]|xn--/i.test(domain)) return domain.toLowerCase();
  // Characters that end a host in an address, or are decoded in one, are part of no name.
  return /[/?#:@%\\\s]/.test(domain) ? '' : domainToASCII(domain);
}

/** Characters that are typed wide, and those that nobody sees. */
const WIDE = /[\uff00-\uffef]/g;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * One spelling for what is the same mailbox to every mail server: the domain as people read it, by way of its ASCII, composed
 * letters, and small ones where SQL knows no capitals. Everything that takes an address takes it through here.
 */
export function spelledAddress(typed: string): string {
  const text = typed.replace(WIDE, (letter) => letter.normalize('NFKC'));
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return `${composed(local.replace(UNSEEN, ''))}@${spelledDomain(domain)}`;
}

/** Part of an address, as a search has it. */
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

/** An address as people type it. */
export const emailAddress = (message = 'must be an e-mail address') =>
  z.string().transform(spelledAddress).refine(isEmailAddress, message);

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

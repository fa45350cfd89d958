import { asciiDomain } from '../../../src/kit/email-address.ts';

/** Hosts that ignore dots in the local part, and the host that each is an alias of. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * The mailbox behind an address, for rate limits: what follows a plus is delivered to the same one (RFC 5233). Never
 * for identities: two hosts may mean different people by what looks like one mailbox here.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const host = asciiDomain(address.slice(at + 1));
  const [name = ''] = address.slice(0, at).split('+');
  const dotless = DOTLESS.get(host);
  return dotless ? `${name.replaceAll('.', '')}@${dotless}` : `${name}@${host}`;
}

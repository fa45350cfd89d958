import { asciiDomain } from '../../kit/email-address.ts';

/** Hosts that ignore dots in the local part, and the host that each is an alias of. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * The mailbox behind an address, for rate limits: mail for `name+tag` goes to `name` (RFC 5233). Never use it for
 * identities, since two addresses that look like one mailbox here may belong to different people on some hosts.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const host = asciiDomain(address.slice(at + 1));
  const [name = ''] = address.slice(0, at).split('+');
  const dotless = DOTLESS.get(host);
  return dotless ? `${name.replaceAll('.', '')}@${dotless}` : `${name}@${host}`;
}

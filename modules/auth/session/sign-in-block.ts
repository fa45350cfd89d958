import { asciiDomain } from '../../kit/email-address.ts';
import { isInNetworks, isNetwork } from '../../kit/http/client-address.ts';
import type { BlockKind } from '../contract/block-kinds.ts';
import { mailboxOf } from '../email-link/mailbox.ts';
import type { SignInBlock } from '../queries/suspensions.ts';

/** Source of a sign-in attempt. */
export interface Arrival {
  /** null if not known yet */
  email: string | null;
  /** IP address */
  address: string;
}

/** Normalised value for comparison; null if the text isn't valid for this kind of block. */
export function blockValue(kind: BlockKind, typed: string): string | null {
  const text = typed.trim().toLowerCase();
  switch (kind) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? mailboxOf(text) : null;
    case 'domain': {
      const domain = asciiDomain(text.replace(/^@/, ''));
      return /^([a-z\d-]{1,63}\.)+[a-z\d-]{2,63}$/.test(domain) ? domain : null;
    }
    case 'network':
      return isNetwork(text) ? text : null;
  }
}

/** True if the block applies. A blocked domain includes its subdomains. */
export function isBlockedBy({ kind, value }: Pick<SignInBlock, 'kind' | 'value'>, from: Arrival): boolean {
  if (kind === 'network') return isInNetworks(from.address, [value]);
  if (from.email === null) return false;
  const mailbox = mailboxOf(from.email);
  return kind === 'email'
    ? mailbox === value
    : mailbox.endsWith(`@${value}`) || mailbox.endsWith(`.${value}`);
}

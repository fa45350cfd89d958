import { AppError } from '../../kit/errors.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import type { SignInBlock } from '../queries/suspensions.ts';
import type { AuthStore } from '../store.ts';
import { type Arrival, isBlockedBy } from './sign-in-block.ts';

/** The active block that matches, or null. */
export async function findBlock(
  store: Pick<AuthStore, 'listBlocks'>,
  from: Arrival,
): Promise<SignInBlock | null> {
  return (await store.listBlocks()).find((one) => isBlockedBy(one, from)) ?? null;
}

/**
 * Rejects a blocked network, or a proved address that is blocked.
 * @throws AppError 403 with the operator's reason
 */
export async function assertNotBlocked(store: Pick<AuthStore, 'listBlocks'>, from: Arrival): Promise<void> {
  const block = await findBlock(store, from);
  if (block) throw new AppError(403, 'blocked', blockedText(block), { why: `${block.kind} ${block.value}` });
}

/** Explains a block to the person it affects. */
export function blockedText({ kind, until, reason }: SignInBlock): string {
  const slots = { moment: momentText(until), reason };
  return kind === 'network' ? m.auth_blocked_network(slots) : m.auth_blocked_address(slots);
}

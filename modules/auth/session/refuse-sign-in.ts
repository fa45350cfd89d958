import { AppError } from '../../../src/kit/errors.ts';
import { momentText } from '../../../src/kit/shared/dates.ts';
import type { AuthStore } from '../store.ts';
import { type Arrival, isBlockedBy } from './sign-in-block.ts';

/**
 * Refuses who comes from a blocked network, or with a blocked address.
 * @throws AppError 403 with the operator's reason
 */
export async function assertNotBlocked(store: Pick<AuthStore, 'listBlocks'>, from: Arrival): Promise<void> {
  const block = (await store.listBlocks()).find((one) => isBlockedBy(one, from));
  if (!block) return;
  const what = block.kind === 'network' ? 'from this network' : 'with this address';
  throw new AppError(
    403,
    'blocked',
    `Signing in ${what} is blocked${endText(block.until)}: ${block.reason}`,
    {
      why: `${block.kind} ${block.value}`,
    },
  );
}

const endText = (until: number | null) => (until === null ? '' : ` until ${momentText(until)}`);

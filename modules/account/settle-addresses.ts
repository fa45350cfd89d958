import type { User } from '../auth/auth.ts';
import { EMAIL_ISSUER } from '../auth/contract/email-issuer.ts';
import { spelledAddress } from '../kit/email-address.ts';
import type { AccountDeps } from './deps.ts';
import { mergeAccounts } from './merge-accounts.ts';

/** Batch size. */
const AT_ONCE = 200;

/**
 * Normalises the spelling of addresses that earlier versions stored, and merges accounts that turn out to share a
 * mailbox. Failures are logged and retried a day later.
 */
export async function settleAddresses(deps: AccountDeps, signal: AbortSignal): Promise<void> {
  await deps.mail.codeOptOuts();
  const failed = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    const listed = await deps.auth.listUnsettled(AT_ONCE + failed.size);
    const due = listed.filter(({ id }) => !failed.has(id));
    for (const user of due) {
      try {
        await deps.transact(() => settle(deps, user.id));
      } catch (error) {
        failed.add(user.id);
        deps.log.error('address not settled', { userId: user.id, error });
      }
    }
    if (due.length < AT_ONCE) return;
  }
}

async function settle(deps: AccountDeps, userId: string): Promise<void> {
  const { auth } = deps;
  const user = await auth.findUser(userId);
  // Already merged in this run.
  if (!user?.email) return;
  await respell(deps, user);
  for (const { issuer, subject } of await auth.identitiesOf(userId)) {
    const spelled = spelledAddress(subject).toLowerCase();
    if (issuer !== EMAIL_ISSUER || spelled === subject) continue;
    const owner = await auth.findIdentity(issuer, spelled);
    if (!owner) await auth.respellIdentity(issuer, subject, spelled);
    else {
      await auth.deleteIdentity(issuer, subject);
      if (owner.id !== userId) await mergeAccounts(deps, [owner, user], { issuer, subject: spelled });
    }
  }
}

/** Normalises the address everywhere it is stored. */
async function respell({ auth, mail }: AccountDeps, { id, name, email }: User): Promise<void> {
  for (const address of await auth.addressesOf(id)) {
    const spelled = spelledAddress(address);
    if (spelled === address) continue;
    await auth.respellAddress(id, address, spelled);
    await mail.respell(address, spelled);
  }
  await auth.updateProfile(id, { name, email: spelledAddress(email) });
}

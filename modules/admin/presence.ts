import type { SessionUser } from '../web/contract/person.ts';
import type { View } from './contract/limits.ts';
import type { PresenceAnswer } from './contract/presence.ts';
import type { AdminDeps } from './deps.ts';

/** Open pages report in every 20 s. */
const HERE_MS = 50_000;

/** Records where an operator is in the dashboard. @returns the other operators, on any server */
export async function notePresence(
  { store, clock }: Pick<AdminDeps, 'store' | 'clock'>,
  { id }: SessionUser,
  { view, item }: { view: View; item: string },
): Promise<PresenceAnswer> {
  await store.markPresent({ userId: id, view, item });
  return { others: await store.listPresent(id, clock.now() - HERE_MS) };
}

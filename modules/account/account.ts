import type { LaterParts } from '../auth/auth.ts';
import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Kit, Module } from '../module.ts';
import type { App } from '../web/context.ts';
import { closeForOwner, defineEraseJob, eraseAtOnce } from './close-account.ts';
import type { AccountDeps, AccountPorts } from './deps.ts';
import { exportData } from './export-data.ts';
import { claimGuest, defineGuestJobs } from './guests.ts';
import { defineClosedMailJob } from './mail-closed.ts';
import { registerAccount } from './routes.tsx';
import { settleAddresses } from './settle-addresses.ts';

export { scheduleErasure } from './close-account.ts';

/** The settings page, the data download, and account closure and erasure. */
export function createAccount(
  { config, clock, db, log, rateLimits }: Kit<AccountDeps['config']>,
  ports: AccountPorts,
): Module & {
  closeForOwner(userId: string, noted: () => Promise<void>): Promise<number>;
  settleAddresses(): Promise<void>;
  claimGuest: LaterParts['account']['claimGuest'];
  eraseAtOnce(userId: string, reason: string, noted: () => Promise<void>): Promise<void>;
  exportOf(userId: string): ReadableStream<Uint8Array>;
} {
  const deps = { config, clock, transact: db.transact, log, rateLimits, ...ports };
  return {
    register: (app: App) => registerAccount(app, deps),
    schedules: [defineDaily('settle-addresses', '00:15', (signal) => settleAddresses(deps, signal))],
    /** Must run before sign-ins start, because addresses are looked up in their normalised spelling. */
    settleAddresses: () => settleAddresses(deps, new AbortController().signal),
    jobs: [defineEraseJob(deps), defineClosedMailJob(deps), ...defineGuestJobs(deps)],
    /** Moves a guest's dream to the account that they sign in to. */
    claimGuest: (guest, userId) => claimGuest(deps, guest, userId),
    /** @throws AppError 404 or 409 */
    eraseAtOnce: (userId, reason, noted) => eraseAtOnce(deps, userId, reason, noted),
    exportOf: (userId) => exportData(deps.personalData(), userId),
    closeForOwner: (userId, noted) => closeForOwner(deps, userId, noted),
  };
}

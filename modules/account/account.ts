import type { App } from '../../src/web/context.ts';
import type { Kit, Module } from '../module.ts';
import { closeForOwner, defineEraseJob } from './close-account.ts';
import type { AccountDeps, AccountPorts } from './deps.ts';
import { defineClosedMailJob } from './mail-closed.ts';
import { registerAccount } from './routes.tsx';

/** The settings page, the data download and the end of an account. */
export function createAccount(
  { config, clock, db, log, rateLimits }: Kit<AccountDeps['config']>,
  ports: AccountPorts,
): Module & { closeForOwner(userId: string, noted: () => Promise<void>): Promise<number> } {
  const deps = { config, clock, transact: db.transact, log, rateLimits, ...ports };
  return {
    register: (app: App) => registerAccount(app, deps),
    jobs: [defineEraseJob(deps), defineClosedMailJob(deps)],
    /** @returns when it will be erased. @throws AppError 404, 409 */
    closeForOwner: (userId, noted) => closeForOwner(deps, userId, noted),
  };
}

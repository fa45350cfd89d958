import type { Jobs } from '../jobs/jobs.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Images } from '../kit/images/images.ts';
import type { Log } from '../kit/log.ts';
import type { Storage } from '../kit/storage/storage.ts';
import type { TraceOf } from '../kit/traces.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { Guest, Login } from '../web/contract/person.ts';
import type { EmailLinkDeps } from './email-link/email-link.ts';
import type { CodeFlow } from './providers/code-flow.ts';
import type { VerifiedIdentity } from './session/sign-in.ts';

/** Dependencies of sign-in and its routes. */
export interface AuthDeps extends EmailLinkDeps {
  log: Log;
  storage: Storage;
  images: Images;
  rateLimits: RateLimits;
  traceOf: TraceOf;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  codeFlow: CodeFlow;
  verifyToken(token: string): Promise<VerifiedIdentity>;
  /** logs sign-ins, refusals and security changes */
  security: Pick<SecurityLog, 'note' | 'refused'>;
  /** unsubscribes an address from news, or resubscribes it */
  setOptOut(address: string, isOut: boolean): Promise<void>;
  parts(): LaterParts;
  /** called when a login session ends */
  signedOut(loginId: string): void;
}

/** Modules that are created after this one. */
export interface LaterParts {
  /** closes the live sockets of a login session that has ended */
  stream: { closeLogin(loginId: string): void };
  account: {
    /** moves a guest's dream to the account that they sign in to; never fails, but may finish later */
    claimGuest(guest: { guest: Guest; login: Login }, userId: string): Promise<void>;
  };
  dreams: {
    /** counts trial dreams that the same person used in an account since deleted */
    recallTrials(userId: string, identity: VerifiedIdentity): Promise<void>;
    /** keeps the used trials of an account's former identities */
    rememberTrials(userId: string, identities: readonly VerifiedIdentity[]): Promise<void>;
  };
  billing: {
    /** job to enqueue after an address change; null if nothing is sold */
    contactAfter(userId: string): { kind: string; key: string; payload: Record<string, unknown> } | null;
  };
}

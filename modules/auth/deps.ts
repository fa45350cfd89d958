import type { RateLimits } from '../../src/kit/http/rate-limit.ts';
import type { Images } from '../../src/kit/images/images.ts';
import type { Log } from '../../src/kit/log.ts';
import type { Storage } from '../../src/kit/storage/storage.ts';
import type { TraceOf } from '../../src/kit/traces.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { EmailLinkDeps } from './email-link/email-link.ts';
import type { CodeFlow } from './providers/code-flow.ts';
import type { VerifiedIdentity } from './session/sign-in.ts';

/** Parts that signing in and its routes need. */
export interface AuthDeps extends EmailLinkDeps {
  log: Log;
  storage: Storage;
  images: Images;
  rateLimits: RateLimits;
  traceOf: TraceOf;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  codeFlow: CodeFlow;
  verifyToken(token: string): Promise<VerifiedIdentity>;
  /** sign-ins, refusals and changes of protection are written down here */
  security: Pick<SecurityLog, 'note' | 'refused'>;
  /** keeps an address off news, or lifts that */
  setOptOut(address: string, isOut: boolean): Promise<void>;
  parts(): LaterParts;
  /** a login session is over */
  signedOut(loginId: string): void;
}

/** Parts of the program that are made after this one. */
export interface LaterParts {
  /** closes the live sockets of a login session that is over */
  stream: { closeLogin(loginId: string): void };
  dreams: {
    /** counts the trial dreams of an account that the same person deleted */
    recallTrials(userId: string, identity: VerifiedIdentity): Promise<void>;
    /** keeps the used trials of identities that an account had */
    rememberTrials(userId: string, identities: readonly VerifiedIdentity[]): Promise<void>;
  };
  billing: {
    /** work after a change of address; null where nothing is sold */
    contactAfter(userId: string): { kind: string; key: string; payload: Record<string, unknown> } | null;
  };
}

import type { MiddlewareHandler } from 'hono';
import { defineDaily } from '../jobs/contract/define-daily.ts';
import { withoutTokens } from '../kit/without-tokens.ts';
import type { Kit } from '../module.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import type { RefusalKind } from './contract/schemas.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { createSecurityPersonalData } from './personal-data.ts';
import { createSecurityStore } from './store.ts';

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** Security events of accounts, logged for their owners and for operators. */
export function createSecurityLog({ db, clock, log }: Kit<unknown>) {
  const store = createSecurityStore(db, clock);
  const { note, refused, flush, close } = createEventLog({ store, clock, log });
  return {
    note,
    refused,
    /** stores the counts now */
    flush,
    /** middleware that counts every response refusing a client */
    countRefusals: countRefusals({ refused }),
    schedules: [defineDaily('forget-security-log', '00:20', store.dropOld)],
    personalData: createSecurityPersonalData(db),
    close,
  };
}

const KINDS: Record<number, RefusalKind> = { 401: 'unauthorized', 403: 'forbidden', 429: 'limited' };

/** In characters; a path may be thousands long. */
const MAX_PATH = 150;

/** Routes that accept credentials: a refusal there is a failed sign-in. */
const SIGN_IN = new Set(['/api/auth/google', '/auth/callback', '/api/auth/passkey']);
/** Polled by open pages, so a refusal here isn't a failed sign-in. */
const QUESTIONS = new Set(['/api/session', '/api/refresh-session', '/api/auth/proof']);

/** Middleware that counts responses refusing a client. */
function countRefusals({ refused }: Pick<EventLog, 'refused'>): MiddlewareHandler<AppEnv> {
  return async function refusals(c, next) {
    await next();
    const kind = KINDS[c.res.status];
    if (kind && !QUESTIONS.has(c.req.path)) refused(kindAt(c, kind), c.get('address'), describe(c));
  };
}

const kindAt = (c: AppContext, kind: RefusalKind): RefusalKind =>
  kind !== 'limited' && SIGN_IN.has(c.req.path) ? 'sign-in-refused' : kind;

/** Excludes the query, which may contain a token. */
function describe(c: AppContext): string {
  const reason = c.get('refusal');
  const path = withoutTokens(c.req.path.replace(/\p{Cc}/gu, '')).slice(0, MAX_PATH);
  return `${reason ? `${reason}, ` : ''}${c.req.method} ${path}`;
}

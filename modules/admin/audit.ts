import type { Log } from '../../src/kit/log.ts';
import type { AppContext } from '../../src/web/context.ts';
import type { SessionUser } from '../auth/schemas.ts';
import type { AdminAction } from './queries/actions.ts';
import type { AdminStore } from './store.ts';

/** The operator who asks, and what writes their acts down. @throws AppError for anybody else */
export type AsAdmin = (c: AppContext) => { person: SessionUser; audit: Audit };

/** Writes down one action of the admin who is asking. */
export type Audit = (action: Omit<AdminAction, 'id' | 'at' | 'actorId' | 'address'>) => Promise<void>;

/** The audit of one request: it knows who asks and from where. */
export function auditOf(store: AdminStore, log: Log, c: AppContext, admin: SessionUser): Audit {
  return (action) => {
    const who = { actorId: admin.id, address: c.get('address') };
    // Of mails the detail is the subject and the reader, which are no matter of the program's log.
    log.info('security', { kind: 'admin', action: action.action, user: action.userId, ...who });
    return store.recordAction({ ...action, ...who });
  };
}

import type { AppContext } from '../../src/context.ts';
import type { SessionUser } from '../auth/schemas.ts';
import type { AdminAction } from './queries/actions.ts';
import type { AdminStore } from './store.ts';

/** Writes down one action of the admin who is asking. */
export type Audit = (action: Omit<AdminAction, 'id' | 'at' | 'actorId' | 'address'>) => Promise<void>;

/** The audit of one request: it knows who asks and from where. */
export function auditOf(store: AdminStore, c: AppContext, admin: SessionUser): Audit {
  return (action) => store.recordAction({ ...action, actorId: admin.id, address: c.get('address') });
}

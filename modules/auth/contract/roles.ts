import type { Role } from './schemas.ts';

/** Display names of the roles, lowest first. */
export const ROLE_LABELS: Record<Role, string> = { user: 'User', subscribed: 'Subscribed', admin: 'Admin' };

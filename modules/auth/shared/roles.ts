import type { Role } from '../schemas.ts';

/** What pages call the roles, from the least to the most. */
export const ROLE_LABELS: Record<Role, string> = { user: 'User', subscribed: 'Subscribed', admin: 'Admin' };

export const roleLabel = (role: string): string => ROLE_LABELS[role as Role] ?? role;

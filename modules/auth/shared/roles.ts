import type { Role } from '../schemas.ts';

/** Labels of the roles on pages, from the least to the most. */
export const ROLE_LABELS: Record<Role, string> = { user: 'User', subscribed: 'Subscribed', admin: 'Admin' };

export const roleLabel = (role: string): string => ROLE_LABELS[role as Role] ?? role;

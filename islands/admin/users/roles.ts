import type { Role } from '../../../modules/auth/schemas.ts';

/** As filters name them, in their order. */
export const FILTER_ROLES: readonly Role[] = ['admin', 'subscribed', 'user'];

/** As rows and texts name them, in the order of the dropdown. */
export const ROLE_LABELS: Record<Role, string> = { user: 'User', subscribed: 'Subscribed', admin: 'Admin' };

export const roleLabel = (role: string): string => ROLE_LABELS[role as Role] ?? role;

import type { AuditKind } from '../../../modules/admin/contract/limits.ts';

export const KIND_LABELS: Record<AuditKind, string> = {
  'sign-in': 'Sign-in',
  'session-end': 'Session ended',
  proof: 'Fresh proof',
  passkey: 'Passkey',
  account: 'Account',
  safety: 'Safety check',
  admin: 'Admin act',
  'sign-in-refused': 'Sign-in refused',
  unauthorized: 'Not signed in (401)',
  forbidden: 'Not allowed (403)',
  limited: 'Too many (429)',
  'worker-refused': 'Worker refused',
};

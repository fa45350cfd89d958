import { m } from '../../kit/texts/m.ts';
import { ACT_LABELS } from './acts.ts';
import type { AuditKind } from './limits.ts';
import type { FilterOf, FilterTable } from './list-filter.ts';

export const KIND_LABELS: Record<AuditKind, () => string> = {
  'sign-in': m.admin_audit_kind_sign_in,
  'session-end': m.admin_audit_kind_session_end,
  proof: m.admin_audit_kind_proof,
  passkey: m.admin_audit_kind_passkey,
  token: m.admin_audit_kind_token,
  account: m.admin_audit_kind_account,
  safety: m.admin_audit_kind_safety,
  admin: m.admin_audit_kind_admin,
  'sign-in-refused': m.admin_audit_kind_sign_in_refused,
  unauthorized: m.admin_audit_kind_unauthorized,
  forbidden: m.admin_audit_kind_forbidden,
  limited: m.admin_audit_kind_limited,
  'worker-refused': m.admin_audit_kind_worker_refused,
};

export const AUDIT_FILTER = {
  kind: {
    kind: 'choice',
    choices: KIND_LABELS,
    label: m.admin_audit_filter_kind,
    all: m.admin_audit_filter_kind_all,
  },
  act: {
    kind: 'choice',
    choices: ACT_LABELS,
    label: m.admin_audit_filter_act,
    all: m.admin_audit_filter_act_all,
  },
  /** id of the dream, worker or mail concerned */
  object: {
    kind: 'words',
    label: m.admin_audit_filter_object,
    placeholder: m.admin_audit_filter_object_placeholder,
  },
  /** part of the address of the account or the actor */
  person: {
    kind: 'words',
    label: m.admin_audit_filter_person,
    placeholder: m.admin_audit_filter_person_placeholder,
  },
  after: {
    kind: 'moment',
    column: 'at',
    bound: 'from',
    group: m.admin_forms_dates,
    label: m.admin_forms_dates_from,
  },
  before: {
    kind: 'moment',
    column: 'at',
    bound: 'to',
    group: m.admin_forms_dates,
    label: m.admin_forms_dates_to,
  },
} as const satisfies FilterTable;

export type AuditFilter = FilterOf<typeof AUDIT_FILTER>;

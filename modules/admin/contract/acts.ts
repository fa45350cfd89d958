import { m } from '../../kit/texts/m.ts';

/** Labels of operators' actions. */
export const ACT_LABELS = {
  mail: m.admin_act_mail,
  stop: m.admin_act_stop,
  'take-down': m.admin_act_take_down,
  'put-back': m.admin_act_put_back,
  'reports-seen': m.admin_act_reports_seen,
  'profile-down': m.profiles_act_down,
  'profile-back': m.profiles_act_back,
  remove: m.admin_act_remove,
  restore: m.admin_act_restore,
  compile: m.admin_act_compile,
  purge: m.admin_act_purge,
  'drain-worker': m.admin_act_drain_worker,
  'resume-worker': m.admin_act_resume_worker,
  'remove-worker': m.admin_act_remove_worker,
  suspend: m.admin_act_suspend,
  lift: m.admin_act_lift,
  'revoke-tokens': m.admin_act_revoke_tokens,
  block: m.admin_act_block,
  unblock: m.admin_act_unblock,
  'give-back': m.admin_act_give_back,
  'give-streams': m.admin_act_give_streams,
  'take-streams': m.admin_act_take_streams,
  'give-plan': m.admin_act_give_plan,
  'take-plan': m.admin_act_take_plan,
  refund: m.admin_act_refund,
  close: m.admin_act_close,
  note: m.admin_act_note,
  'export-person': m.admin_act_export_person,
  correct: m.admin_act_correct,
  erase: m.admin_act_erase,
  'find-words': m.admin_act_find_words,
  request: m.admin_act_request,
  evidence: m.admin_act_evidence,
  look: m.admin_act_look,
  watch: m.admin_act_watch,
  'close-audience': m.admin_act_close_audience,
  export: m.admin_act_export,
  role: m.admin_act_role,
  beta: m.admin_act_beta,
  'bulk-mail': m.admin_act_bulk_mail,
  settings: m.admin_act_settings,
  restart: m.admin_act_restart,
  backup: m.admin_act_backup,
} as const;

export type Act = keyof typeof ACT_LABELS;

/** An action's label. After a downgrade the log may contain actions of a newer version; those keep their names. */
export const actLabel = (act: Act): string => (Object.hasOwn(ACT_LABELS, act) ? ACT_LABELS[act]() : act);

/** Actions on a dream. */
export const DREAM_ACTS: readonly Act[] = [
  'stop',
  'take-down',
  'put-back',
  'reports-seen',
  'remove',
  'restore',
  'compile',
  'give-back',
  'evidence',
  'look',
  'watch',
  'close-audience',
];

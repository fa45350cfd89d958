/** Labels of operators' actions, except mails to one user, which are described by their outcome. */
export const ACTIONS = {
  stop: 'Dream stopped',
  'take-down': 'Link closed',
  'put-back': 'Link given back',
  'reports-seen': 'Reports looked at',
  remove: 'Dream removed',
  restore: 'Dream given back',
  compile: 'Recording compiled again',
  purge: 'Deleted dreams purged',
  'drain-worker': 'Worker drained',
  'resume-worker': 'Worker resumed',
  'remove-worker': 'Worker removed',
  suspend: 'Suspended',
  lift: 'Suspension lifted',
  block: 'Sign-in blocked',
  unblock: 'Block lifted',
  'give-back': 'Stream given back',
  'give-streams': 'Streams given',
  'take-streams': 'Streams taken away',
  'give-plan': 'Plan given',
  'take-plan': 'Plan taken away',
  refund: 'Payment given back',
  close: 'Account closed',
  note: 'Note added',
  'export-person': 'Data of a person downloaded',
  correct: 'Name or address corrected',
  erase: 'Account erased at once',
  'find-words': 'Dreams searched by words',
  request: 'Request about data',
  evidence: 'Evidence opened',
  look: 'Dream looked at',
  watch: 'Live dream watched',
  export: 'List downloaded',
  role: 'Role changed',
  beta: 'Added to beta',
  'bulk-mail': 'Bulk mail',
  settings: 'Settings changed',
  restart: 'Restarted',
  backup: 'Backup',
} as const;

export const ACTS = ['mail', ...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])] as const;
export type Act = (typeof ACTS)[number];

/** Label for choosing an action from a list. */
export const actLabel = (act: Act): string => (act === 'mail' ? 'Mail to one' : ACTIONS[act]);

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
];

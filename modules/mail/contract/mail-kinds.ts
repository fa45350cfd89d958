/** Kind of news mails, which go only to people who asked for them and have an unsubscribe link. */
export const NEWS = 'marketing';
/** `service`: what everyone must know, without a way to unsubscribe */
export const BULK_KINDS = ['service', NEWS] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** Every kind of mail, by which the log groups them. */
export type MailKind =
  | BulkKind
  // a test of a bulk mail · a mail that an operator wrote to one person
  | 'test'
  | 'admin'
  // to a person about their account
  | 'sign-in'
  | 'address'
  | 'address-changed'
  | 'account-closed'
  | 'account-erased'
  | 'correction'
  | 'suspension'
  | 'welcome'
  | 'given-plan'
  | 'taken-plan'
  | 'given-streams'
  | 'taken-streams'
  | 'refund'
  | 'give-back'
  // about a dream, to its owner, or to the person who reported it
  | 'take-down'
  | 'link-held'
  | 'look'
  | 'report-receipt'
  | 'report-decision'
  // to operators
  | 'report'
  | 'requests'
  | 'worker';

import type { Checked } from '../../../modules/safety/settings.ts';
import { KEPT_DAYS } from '../../../modules/security-log/schemas.ts';
import { backupDays } from '../../kit/shared/backup-days.ts';
import { RECIPIENTS, type Recipient, type RecipientConfig } from '../privacy/recipients.ts';
import type { SiteConfig } from '../settings.ts';

/** Settings that the legal texts speak of. */
export interface LegalConfig extends SiteConfig, Checked, RecipientConfig {
  HIDDEN_DAYS: number;
  TRIAL_TRACE_MONTHS: number;
  BACKUP_DAYS?: number | undefined;
  MAIL_LOG_DAYS: number;
  OUTBOX_DAYS: number;
  BILLING_KEEP_YEARS: number;
}

/** Operator that the texts speak for; all are settings. */
export interface LegalFacts {
  appName: string;
  companyName: string;
  /** null: the operator has not set one */
  companyAddress: string | null;
  /** null: none is named, and people ask the operator */
  supportEmail: string | null;
  /** people come over https */
  secure: boolean;
  /** until a deleted dream is gone for good */
  hiddenDays: number;
  /** months for which used trials outlive an account */
  trialTraceMonths: number;
  /** days that copies of everything are kept */
  backupDays: number;
  /** days that the log of mails is kept */
  mailLogDays: number;
  /** days that mails are kept as files; null where a mail server takes them */
  outboxDays: number | null;
  /** days that the security log is kept */
  securityLogDays: number;
  /** years after which an erased payer is deleted at the payment provider */
  billingYears: number;
  /** services outside that this site uses */
  recipients: readonly Pick<Recipient, 'who' | 'gets'>[];
  /** content that classifiers check on this site */
  checks: Checked['checks'];
}

export const legalFacts = (config: LegalConfig): LegalFacts => ({
  appName: config.APP_NAME,
  companyName: config.COMPANY_NAME,
  companyAddress: config.COMPANY_ADDRESS ?? null,
  supportEmail: config.SUPPORT_EMAIL ?? null,
  secure: config.secure,
  hiddenDays: config.HIDDEN_DAYS,
  trialTraceMonths: config.TRIAL_TRACE_MONTHS,
  backupDays: backupDays(config.BACKUP_DAYS),
  mailLogDays: config.MAIL_LOG_DAYS,
  outboxDays: config.SMTP_URL === undefined ? config.OUTBOX_DAYS : null,
  securityLogDays: KEPT_DAYS,
  billingYears: config.BILLING_KEEP_YEARS,
  recipients: RECIPIENTS.filter(({ isOn }) => isOn(config)),
  checks: config.checks,
});

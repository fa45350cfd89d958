import { backupDays } from '../../kit/shared/backup-days.ts';
import type { SiteConfig } from '../contract/settings.ts';
import { RECIPIENTS, type Recipient, type RecipientConfig } from '../privacy/recipients.ts';

/** Settings mentioned in the legal texts. */
export interface LegalConfig extends SiteConfig, RecipientConfig {
  checks: LegalFacts['checks'];
  DATA_DIR: string;
  HIDDEN_DAYS: number;
  TRIAL_TRACE_MONTHS: number;
  BACKUP_DAYS?: number | undefined;
  MAIL_LOG_DAYS: number;
  OUTBOX_DAYS: number;
  BILLING_KEEP_YEARS: number;
}

/** Facts that the legal texts state about this installation. */
export interface LegalFacts {
  /** Folder of the operator's translations. */
  dataDir: string;
  appName: string;
  companyName: string;
  /** Null if not set. */
  companyAddress: string | null;
  /** Null if not set; the texts then refer to the operator. */
  supportEmail: string | null;
  /** The site uses https. */
  secure: boolean;
  /** Days until a deleted dream is erased. */
  hiddenDays: number;
  /** Months for which a used trial is remembered after its account is gone. */
  trialTraceMonths: number;
  backupDays: number;
  mailLogDays: number;
  /** Days that mails are kept as files; null with a mail server. */
  outboxDays: number | null;
  securityLogDays: number;
  /** Days that exported films are kept. */
  exportDays: number;
  /** Years after which an erased payer is deleted at the payment provider. */
  billingYears: number;
  /** External services that this site uses. */
  recipients: readonly Pick<Recipient, 'who' | 'gets'>[];
  /** Content that classifiers check on this site. */
  checks: { prompts: boolean; images: boolean };
}

/** Retention periods that modules fix. */
type FixedDays = Pick<LegalFacts, 'securityLogDays' | 'exportDays'>;

export const legalFacts = (config: LegalConfig, fixed: FixedDays): LegalFacts => ({
  ...fixed,
  dataDir: config.DATA_DIR,
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
  billingYears: config.BILLING_KEEP_YEARS,
  recipients: RECIPIENTS.filter(({ isOn }) => isOn(config)),
  checks: config.checks,
});

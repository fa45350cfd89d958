import type { Checked } from '../../../modules/safety/settings.ts';
import { backupDays } from '../../kit/shared/backup-days.ts';
import type { SiteConfig } from '../settings.ts';

/** Settings that the legal texts speak of. */
export interface LegalConfig extends SiteConfig, Checked {
  HIDDEN_DAYS: number;
  TRIAL_TRACE_MONTHS: number;
  BACKUP_DAYS?: number | undefined;
  MAIL_LOG_DAYS: number;
}

/** Operator that the texts speak for; all are settings. */
export interface LegalFacts {
  appName: string;
  companyName: string;
  /** null: the operator has not set one */
  companyAddress: string | null;
  /** null: none is named, and people ask the operator */
  supportEmail: string | null;
  /** until a deleted dream is gone for good */
  hiddenDays: number;
  /** months for which used trials outlive an account */
  trialTraceMonths: number;
  /** days that copies of everything are kept */
  backupDays: number;
  /** days that the log of mails is kept */
  mailLogDays: number;
  /** what classifiers look at here */
  checks: Checked['checks'];
}

export const legalFacts = (config: LegalConfig): LegalFacts => ({
  appName: config.APP_NAME,
  companyName: config.COMPANY_NAME,
  companyAddress: config.COMPANY_ADDRESS ?? null,
  supportEmail: config.SUPPORT_EMAIL ?? null,
  hiddenDays: config.HIDDEN_DAYS,
  trialTraceMonths: config.TRIAL_TRACE_MONTHS,
  backupDays: backupDays(config.BACKUP_DAYS),
  mailLogDays: config.MAIL_LOG_DAYS,
  checks: config.checks,
});

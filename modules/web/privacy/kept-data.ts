import { formatUnit } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { joinSentences } from '../../kit/texts/sentences.ts';
import type { LegalFacts } from '../pages/legal-facts.ts';
import { daysText } from './durations.ts';

/**
 * All personal data that is stored. The privacy page's list of what, where and for how long comes from this table only.
 * A test compares it with the database's tables and columns, and with the jobs that delete data.
 */
export interface KeptData {
  title(): string;
  /** Description, addressed to the person. */
  what(facts: LegalFacts): string;
  where: 'database' | 'database and files' | 'files' | 'payment provider' | 'memory' | 'copies';
  /** Retention period, as sentences. */
  until(facts: LegalFacts): string;
  /** Database tables with their columns, separated by spaces. */
  tables: Readonly<Record<string, string>>;
  /** Kinds of the jobs that delete it. */
  endedBy: readonly string[];
}

export const KEPT_DATA: readonly KeptData[] = [
  {
    title: m.web_privacy_account_title,
    what: m.web_privacy_account_what,
    where: 'database and files',
    until: m.web_privacy_account_until,
    tables: {
      users:
        'id name email email_key picture picture_source role subscription_tier created_at updated_at own_name own_email erasure_at last_seen_at shares_new locale suspended_at suspended_until suspended_reason news news_at guest_until deleted_at',
      identities: 'issuer subject user_id email email_verified created_at last_used_at',
      passkeys: 'id user_id name public_key counter transports created_at last_used_at',
      active_days: 'user_id day',
      account_changes: 'id user_id at role_from role_to tier_from tier_to source actor_id reason until',
      given_streams: 'id user_id streams at',
    },
    endedBy: ['erase-account'],
  },
  {
    title: m.web_privacy_guests_title,
    what: m.web_privacy_guests_what,
    where: 'database and files',
    until: m.web_privacy_guests_until,
    tables: { guest_days: 'day guests kept' },
    endedBy: ['erase-guests'],
  },
  {
    title: m.web_privacy_logins_title,
    what: m.web_privacy_logins_what,
    where: 'database',
    until: m.web_privacy_logins_until,
    tables: {
      login_sessions:
        'token_hash id user_id user_agent address created_at last_used_at expires_at proven_at passkey_at challenge challenge_until',
    },
    endedBy: ['forget-ended-logins', 'erase-account'],
  },
  {
    title: m.web_privacy_tokens_title,
    what: m.web_privacy_tokens_what,
    where: 'database',
    until: m.web_privacy_tokens_until,
    tables: { api_tokens: 'id token_hash user_id name scopes created_at expires_at last_used_at' },
    endedBy: ['forget-api-tokens', 'erase-account'],
  },
  {
    title: m.web_privacy_links_title,
    what: m.web_privacy_links_what,
    where: 'database',
    until: m.web_privacy_links_until,
    tables: {
      email_links:
        'token_hash email purpose next login_id user_agent created_at expires_at used_at deferred_id',
      pending_identities: 'token_hash issuer subject email name picture next expires_at',
    },
    endedBy: ['forget-dead-links'],
  },
  {
    title: m.web_privacy_changes_title,
    what: m.web_privacy_changes_what,
    where: 'database',
    until: m.web_privacy_changes_until,
    tables: {
      account_tokens: 'id token_hash user_id purpose email login_id created_at expires_at',
    },
    endedBy: ['forget-dead-links', 'erase-account'],
  },
  {
    title: m.web_privacy_security_title,
    what: ({ checks }) =>
      checks.prompts || checks.images ? m.web_privacy_security_what_checks() : m.web_privacy_security_what(),
    where: 'database',
    until: ({ securityLogDays }) => m.web_privacy_security_until({ days: daysText(securityLogDays) }),
    tables: { security_events: 'id at kind user_id address device detail count bucket' },
    endedBy: ['forget-security-log', 'erase-account'],
  },
  {
    title: m.web_privacy_dreams_title,
    what: m.web_privacy_dreams_what,
    where: 'database and files',
    until: ({ hiddenDays }) =>
      hiddenDays === 0
        ? m.web_privacy_dreams_until_next_day()
        : m.web_privacy_dreams_until({ days: daysText(hiddenDays) }),
    tables: {
      dreams:
        'id user_id rp_job_id name name_key proposed_name job_status server_status guest end_text end_reason end_detail failure_told_at requested_at started_at ended_at charged_at limit_seconds seed parent_id parent_seconds is_clip planned remix watermark node claimed_at worker_id generator generator_version is_ai from_camera is_exact model licence gpu_seconds start_delay_ms frames fps_data client_fps_data pcie_data server_fps client_fps video_key thumbnail_key poster_key preview_key filmstrip_key video_bytes duration_ms voice_key voice_at text_chars voice_bytes words_due shared taken_down_at taken_down_reason reports_held_at flagged_held_at unchecked_held_at removed_at removed_reason hidden_at',
      dream_prompts:
        'dream_id position client_id text checking sent_at frame_id shown_at soft from_audience by_name by_user_id',
      dream_controls: 'dream_id position name label value changed_at frame_id shown_frame',
      dream_sounds: 'dream_id position text heard_at',
      dream_plans: 'dream_id plan',
      dream_audiences: 'dream_id watch_id signed_in named opened_at',
      scores: 'id user_id name score example created_at changed_at',
      conversation_messages: 'dream_id id text is_user at',
      dream_words: 'dream_id user_id folded',
      feedback: 'dream_id user_id stars message created_at',
      bookmarks: 'user_id dream_id created_at',
      collections: 'id user_id name name_key share_id created_at',
      collection_dreams: 'collection_id dream_id position added_at',
      dream_views: 'dream_id views',
    },
    endedBy: ['expire-dreams', 'purge-hidden', 'purge-trash', 'forget-damaged-tapes', 'erase-account'],
  },
  {
    title: m.web_privacy_exports_title,
    what: m.web_privacy_exports_what,
    where: 'database and files',
    until: ({ exportDays }) => m.web_privacy_exports_until({ days: daysText(exportDays) }),
    tables: {
      dream_exports:
        'id dream_id format from_ms length_ms captions state fault fault_detail bytes created_at finished_at',
    },
    endedBy: ['drop-exports', 'expire-dreams', 'purge-hidden', 'purge-trash', 'erase-account'],
  },
  {
    title: m.web_privacy_profile_title,
    what: m.web_privacy_profile_what,
    where: 'database',
    until: m.web_privacy_profile_until,
    tables: {
      profiles: 'user_id handle name bio collection_id open taken_down_at taken_down_reason changed_at',
      handles: 'key user_id taken_at',
    },
    endedBy: ['erase-account'],
  },
  {
    title: m.web_privacy_audience_title,
    what: m.web_privacy_audience_what,
    where: 'database',
    until: m.web_privacy_audience_until,
    // Columns of dream_prompts.
    tables: {},
    endedBy: ['erase-account'],
  },
  {
    title: m.web_privacy_spent_title,
    what: m.web_privacy_spent_what,
    where: 'database',
    until: m.web_privacy_until_account_deleted,
    tables: { spent_streams: 'dream_id user_id charged_at', carried_trials: 'user_id used' },
    endedBy: ['erase-account'],
  },
  {
    title: m.web_privacy_trial_title,
    what: m.web_privacy_trial_what,
    where: 'database',
    until: ({ trialTraceMonths }) =>
      trialTraceMonths === 0
        ? m.web_privacy_trial_until_never()
        : m.web_privacy_trial_until({ months: formatUnit(trialTraceMonths, 'month') }),
    tables: { trial_traces: 'identity_hash used at' },
    endedBy: ['forget-trials'],
  },
  {
    title: m.web_privacy_suspensions_title,
    what: m.web_privacy_suspensions_what,
    where: 'database',
    until: m.web_privacy_suspensions_until,
    tables: { suspension_traces: 'code suspension_id user_id until' },
    endedBy: ['forget-suspensions'],
  },
  {
    title: m.web_privacy_blocks_title,
    what: m.web_privacy_blocks_what,
    where: 'database',
    until: m.web_privacy_blocks_until,
    tables: { sign_in_blocks: 'id kind value reason created_at created_by until' },
    endedBy: ['forget-suspensions'],
  },
  {
    title: m.web_privacy_visits_title,
    what: m.web_privacy_visits_what,
    where: 'database',
    until: m.web_privacy_visits_until,
    tables: { dream_visitors: 'day dream_id visitor', visitor_salts: 'day salt' },
    endedBy: ['forget-visitors'],
  },
  {
    title: m.web_privacy_reports_title,
    what: m.web_privacy_reports_what,
    where: 'database',
    until: m.web_privacy_reports_until,
    tables: {
      dream_reports: 'id dream_id reason message user_id reporter contact locale seen_at decision created_at',
      profile_reports: 'id profile_id reason message user_id contact locale seen_at decision created_at',
    },
    endedBy: ['purge-hidden', 'erase-account'],
  },
  {
    title: m.web_privacy_evidence_title,
    what: m.web_privacy_evidence_what,
    where: 'database and files',
    until: m.web_privacy_evidence_until,
    tables: { report_evidence: 'id facts created_at kept_until files_at' },
    endedBy: ['erase-evidence'],
  },
  {
    title: m.web_privacy_files_title,
    what: m.web_privacy_files_what,
    where: 'database',
    until: m.web_privacy_files_until,
    tables: { content_log: 'sha256 watermark kind bytes made_at generator ai from_camera dream_id' },
    endedBy: ['purge-hidden', 'purge-trash', 'erase-account'],
  },
  {
    title: m.web_privacy_billing_title,
    what: m.web_privacy_billing_what,
    where: 'payment provider',
    until: ({ billingYears }) => m.web_privacy_billing_until({ years: formatUnit(billingYears, 'year') }),
    tables: {
      stripe_customers: 'user_id creation_key customer_id readings_begun reading_written created_at',
      subscriptions:
        'id user_id stripe_customer_id status tier current_period_start current_period_end cancel_at_period_end created_at updated_at',
      stripe_events: 'id type received_at',
    },
    endedBy: ['delete-customer', 'forget-stripe-events'],
  },
  {
    title: m.web_privacy_help_title,
    what: m.web_privacy_help_what,
    where: 'database',
    until: m.web_privacy_help_until,
    tables: {
      help_conversations: 'id user_id created_at last_used_at',
      help_messages: 'conversation_id position role content at',
    },
    endedBy: ['forget-help', 'erase-account'],
  },
  {
    title: m.web_privacy_mails_title,
    what: m.web_privacy_mails_what,
    where: 'database and files',
    until: ({ mailLogDays, outboxDays }) =>
      joinSentences([
        m.web_privacy_mails_until({
          days: daysText(mailLogDays),
          days_without_account: daysText(Math.min(90, mailLogDays)),
        }),
        outboxDays !== null && m.web_privacy_mails_until_files({ days: daysText(outboxDays) }),
      ]),
    tables: {
      mail_log: 'id kind to_address user_id subject state error text html locale created_at finished_at',
      mail_jobs: 'id kind subject content translations audience created_by state created_at finished_at',
      mail_recipients:
        'job_id position user_id email name state error mail_id locale deferred_at retry_at intended_at finished_at',
    },
    endedBy: ['forget-mails', 'forget-outbox', 'erase-account'],
  },
  {
    title: m.web_privacy_unsubscribed_title,
    what: m.web_privacy_unsubscribed_what,
    where: 'database',
    until: m.web_privacy_unsubscribed_until,
    tables: { mail_opt_outs: 'address at' },
    endedBy: [],
  },
  {
    title: m.web_privacy_operators_title,
    what: m.web_privacy_operators_what,
    where: 'database',
    until: m.web_privacy_operators_until,
    tables: {
      admin_actions: 'id at actor_id action user_id target_id detail address',
      person_notes: 'id user_id at actor_id text withheld',
      operator_presence: 'user_id view item at',
    },
    endedBy: ['erase-account'],
  },
  {
    title: m.web_privacy_requests_title,
    what: m.web_privacy_requests_what,
    where: 'database',
    until: m.web_privacy_requests_until,
    tables: {
      data_requests:
        'id kind person user_id wish received_at due_at reminded_at done_at answer created_by done_by',
    },
    endedBy: ['forget-requests', 'erase-account'],
  },
  {
    title: m.web_privacy_jobs_title,
    what: m.web_privacy_jobs_what,
    where: 'database',
    until: m.web_privacy_jobs_until,
    tables: {
      jobs: 'id kind key payload state run_at waits_from attempts lease_owner lease_until progress last_error created_at finished_at',
      runpod_jobs:
        'key job_id dream_id node max_seconds asked_at started_at dialled_at ended_at worker_id delay_ms gpu_ms outcome',
      node_messages: 'id sent_at sender recipient kind payload answers',
    },
    endedBy: ['forget-finished-jobs', 'forget-gpu-jobs'],
  },
  {
    title: m.web_privacy_rates_title,
    what: m.web_privacy_rates_what,
    where: 'memory',
    until: m.web_privacy_rates_until,
    tables: { rate_limits: 'key points expire' },
    endedBy: [],
  },
  {
    title: m.web_privacy_log_title,
    what: m.web_privacy_log_what,
    where: 'files',
    until: m.web_privacy_log_until,
    tables: {},
    endedBy: [],
  },
  {
    title: m.web_privacy_erased_title,
    what: m.web_privacy_erased_what,
    where: 'database and files',
    until: ({ backupDays }) => m.web_privacy_erased_until({ days: daysText(backupDays) }),
    tables: { erased_dreams: 'code at' },
    endedBy: ['forget-erased', 'drop-old-backups'],
  },
  {
    title: m.web_privacy_backups_title,
    what: m.web_privacy_backups_what,
    where: 'copies',
    until: ({ backupDays }) => m.web_privacy_backups_until({ days: daysText(backupDays) }),
    tables: {},
    endedBy: ['drop-old-backups'],
  },
];

export const IMPERSONAL_TABLES: readonly string[] = [
  'content_keys',
  'dream_counts',
  'nodes',
  'workers',
  'worker_marks',
];

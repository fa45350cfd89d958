import type { LegalFacts } from '../pages/legal-facts.ts';
import { daysText, monthsText, yearsText } from './durations.ts';

/**
 * All personal data that is stored. The privacy page's list of what, where and for how long comes from this table only.
 * A test compares it with the database's tables and columns, and with the jobs that delete data.
 */
export interface KeptData {
  title: string;
  /** Description in HTML, addressed to the person. */
  what(facts: LegalFacts): string;
  where: 'database' | 'database and files' | 'files' | 'payment provider' | 'memory' | 'copies';
  /** Retention period in HTML; completes a sentence. */
  until(facts: LegalFacts): string;
  /** Database tables with their columns, separated by spaces. */
  tables: Readonly<Record<string, string>>;
  /** Kinds of the jobs that delete it. */
  endedBy: readonly string[];
}

const ACCOUNT = 'until your account is deleted';

export const KEPT_DATA: readonly KeptData[] = [
  {
    title: 'Your account',
    what: () =>
      'Name, e-mail address, a copy of your profile picture, the identifier that your sign-in gives us, your role and plan, how they changed and why, your choices in Settings, whether you want news and since when, keys for signing in, and the days on which you were here.',
    where: 'database and files',
    until: () =>
      'until your account is deleted. Closed accounts are deleted within 3 months of closure, as a rule when the days of grace are over that Settings names. A number without a name stays, with the times and kinds of its changes, which keeps our statistics right',
    tables: {
      users:
        'id name email email_key picture picture_source role subscription_tier created_at updated_at own_name own_email erasure_at last_seen_at shares_new suspended_at suspended_until suspended_reason news news_at deleted_at',
      identities: 'issuer subject user_id email email_verified created_at last_used_at',
      passkeys: 'id user_id name public_key counter transports created_at last_used_at',
      active_days: 'user_id day',
      account_changes: 'id user_id at role_from role_to tier_from tier_to source actor_id reason until',
      given_streams: 'id user_id streams at',
    },
    endedBy: ['erase-account'],
  },
  {
    title: 'Where you are signed in',
    what: () => 'Browser, network address, and the time of the first and the last use of each session.',
    where: 'database',
    until: () => 'for 30 days after the last use, 90 days at most; deleted within a day of that',
    tables: {
      login_sessions:
        'token_hash id user_id user_agent address created_at last_used_at expires_at proven_at passkey_at challenge challenge_until',
    },
    endedBy: ['forget-ended-logins', 'erase-account'],
  },
  {
    title: 'Sign-in links, and sign-ins that wait for your word',
    what: () => 'The address, the browser that asked, and what your sign-in provider says of you.',
    where: 'database',
    until: () =>
      'for 10 minutes, or half an hour where you are asked something; deleted within a day of that',
    tables: {
      email_links:
        'token_hash email purpose next login_id user_agent created_at expires_at used_at deferred_id',
      pending_identities: 'token_hash issuer subject email name picture next expires_at',
    },
    endedBy: ['forget-dead-links'],
  },
  {
    title: 'Links that change your account',
    what: () =>
      'A new address that you have not confirmed, the one from before, and what you asked for while your account was suspended.',
    where: 'database',
    until: () => 'for an hour; the way back from a new address for 7 days; deleted within a day of that',
    tables: {
      account_tokens: 'id token_hash user_id purpose email login_id created_at expires_at',
    },
    endedBy: ['forget-dead-links', 'erase-account'],
  },
  {
    title: 'A security log',
    what: ({ checks }) =>
      `Sign-ins, ends of sessions and changes to how your account is protected, and attempts that were refused: when, how, from which network address and browser${
        checks.prompts || checks.pictures
          ? ', and what our checks decided about your prompts and pictures'
          : ''
      }.`,
    where: 'database',
    until: ({ securityLogDays }) => `for ${daysText(securityLogDays)}, or ${ACCOUNT}`,
    tables: { security_events: 'id at kind user_id address device detail count bucket' },
    endedBy: ['forget-security-log', 'erase-account'],
  },
  {
    title: 'Your dreams',
    what: () =>
      'Prompts, the conversation beside the stream, voice recordings if you switch the microphone on, images that you bring, the recorded video and its pictures, names, bookmarks, ratings, times and settings, how smoothly they were drawn, and how often a link was opened by others.',
    where: 'database and files',
    until: (facts) =>
      `${ACCOUNT}. Dreams that you delete, or that your plan keeps no longer, are hidden at once and gone for good, with their files, ${purgedText(facts)}. Until then you can bring back what you deleted from the Trash, or delete it there for good. Recordings that were damaged are kept apart for two weeks at most`,
    tables: {
      dreams:
        'id user_id rp_job_id name name_key proposed_name job_status server_status end_text end_reason end_detail failure_told_at requested_at started_at ended_at charged_at limit_seconds seed watermark node claimed_at worker_id generator generator_version is_ai model licence gpu_seconds start_delay_ms frames fps_data client_fps_data pcie_data server_fps client_fps video_key thumbnail_key poster_key preview_key filmstrip_key video_bytes duration_ms voice_key voice_at text_chars voice_bytes words_due shared taken_down_at taken_down_reason reports_held_at flagged_held_at unchecked_held_at removed_at removed_reason hidden_at',
      dream_prompts: 'dream_id position client_id text checking sent_at frame_id shown_at',
      dream_controls: 'dream_id position name label value changed_at frame_id',
      conversation_messages: 'dream_id id text is_user at',
      dream_words: 'dream_id user_id folded',
      feedback: 'dream_id user_id stars message created_at',
      bookmarks: 'user_id dream_id created_at',
      dream_views: 'dream_id views',
    },
    endedBy: ['expire-dreams', 'purge-hidden', 'purge-trash', 'forget-damaged-tapes', 'erase-account'],
  },
  {
    title: 'Streams that you used',
    what: () => 'The days of used streams whose dreams are deleted, so that they count against your plan.',
    where: 'database',
    until: () => ACCOUNT,
    tables: { spent_streams: 'dream_id user_id charged_at', carried_trials: 'user_id used' },
    endedBy: ['erase-account'],
  },
  {
    title: 'Trial streams that a deleted account had used',
    what: () =>
      'Their number, under codes of your addresses and sign-ins. Nobody can read from a code who you were: it answers one question, whether an address that signs in here has used its trial.',
    where: 'database',
    until: ({ trialTraceMonths }) =>
      trialTraceMonths === 0 ? 'not at all' : `for ${monthsText(trialTraceMonths)} after the deletion`,
    tables: { trial_traces: 'identity_hash used at' },
    endedBy: ['forget-trials'],
  },
  {
    title: 'Suspensions',
    what: () =>
      'Codes of the addresses and sign-ins of a suspended account, which outlive it. They answer whether an address that signs in here is suspended, and nothing else.',
    where: 'database',
    until: () => 'to the end of the suspension, or until we lift it',
    tables: { suspension_traces: 'code suspension_id user_id until' },
    endedBy: ['forget-suspensions'],
  },
  {
    title: 'Blocked sign-ins',
    what: () =>
      'Addresses, domains and networks with which nobody may sign in, and the reason. A block outlives the account that it was made for.',
    where: 'database',
    until: () => 'until the block ends or we lift it, two years at most',
    tables: { sign_in_blocks: 'id kind value reason created_at created_by until' },
    endedBy: ['forget-suspensions'],
  },
  {
    title: 'Visits of shared dreams',
    what: () =>
      'Who shares a dream sees how often its public link was opened, not by whom. To count you once a day, your account, or your network address and browser, go into a one-way code with a random key that is new each day.',
    where: 'database',
    until: () => 'codes and key: within a day of the end of their day (UTC)',
    tables: { dream_visitors: 'day dream_id visitor', visitor_salts: 'day salt' },
    endedBy: ['forget-visitors'],
  },
  {
    title: 'Reports of shared dreams',
    what: () =>
      'The reason, what you wrote, the address that you left, if any, and your account or such a code of your network, so that one person counts once.',
    where: 'database',
    until: () => 'until we have decided; the reason and the decision stay with the dream',
    tables: {
      dream_reports: 'id dream_id reason message user_id reporter contact seen_at decision created_at',
    },
    endedBy: ['purge-hidden', 'erase-account'],
  },
  {
    title: 'Evidence',
    what: () =>
      'A dream that is taken down after a report that it is illegal or harms a child, or that is deleted before we have decided about one: apart from everything else, with its files, its prompts, its owner’s name and address and the reports, for authorities alone.',
    where: 'database and files',
    until: () => 'for one year, whatever is deleted meanwhile',
    tables: { report_evidence: 'id facts created_at kept_until files_at' },
    endedBy: ['erase-evidence'],
  },
  {
    title: 'A log of the files that we made',
    what: () =>
      'Of each one the fingerprint (SHA-256), a random number that may be in its pixels, its kind and size, which program drew it, and when: so that a copy can be recognised at <a href="/check">Check a file</a>.',
    where: 'database',
    until: () => 'for good. Whose a dream was goes from it when the dream is deleted for good',
    tables: { content_log: 'sha256 watermark kind bytes made_at generator ai dream_id' },
    endedBy: ['purge-hidden', 'purge-trash', 'erase-account'],
  },
  {
    title: 'Billing',
    what: () =>
      'What you bought and when, the billing name, and the references of our payment provider. Card details stay with that provider.',
    where: 'payment provider',
    until: ({ billingYears }) =>
      `billing information: 7 years; information about legal transactions: 10 years. Your record at our payment provider, and our references to it, are without your name and addresses from the deletion of your account on; they are deleted at once where you never paid, else ${yearsText(billingYears)} later`,
    tables: {
      stripe_customers: 'user_id creation_key customer_id readings_begun reading_written created_at',
      subscriptions:
        'id user_id stripe_customer_id status tier current_period_start current_period_end cancel_at_period_end created_at updated_at',
      stripe_events: 'id type received_at',
    },
    endedBy: ['delete-customer', 'forget-stripe-events'],
  },
  {
    title: 'The help chat',
    what: () => 'What you ask there, and its answers.',
    where: 'database',
    until: () => 'until a day after its last line; deleted within another day',
    tables: {
      help_conversations: 'id user_id created_at last_used_at',
      help_messages: 'conversation_id position role content at',
    },
    endedBy: ['forget-help', 'erase-account'],
  },
  {
    title: 'Mails',
    what: () =>
      'A log of the mails that we sent: kind, address, subject, time and fate, and the text of those that one of us wrote to you.',
    where: 'database and files',
    until: ({ mailLogDays, outboxDays }) =>
      `for ${daysText(mailLogDays)}, or ${ACCOUNT}. Addresses without an account here, such as those that reporters leave: ${daysText(Math.min(90, mailLogDays))}${outboxDays === null ? '' : `. Mails lie in files for ${daysText(outboxDays)}, since this site has no mail server`}`,
    tables: {
      mail_log: 'id kind to_address user_id subject state error text html created_at finished_at',
      mail_jobs: 'id kind subject content audience created_by state created_at finished_at',
      mail_recipients:
        'job_id position user_id email name state error mail_id deferred_at retry_at intended_at finished_at',
    },
    endedBy: ['forget-mails', 'forget-outbox', 'erase-account'],
  },
  {
    title: 'That you unsubscribed from news',
    what: () =>
      'A code of your address, from which nobody reads it, and when, so that no more news goes to it.',
    where: 'database',
    until: () => 'for good, also after an account is deleted',
    tables: { mail_opt_outs: 'address at' },
    endedBy: [],
  },
  {
    title: 'What we did',
    what: () =>
      'Acts of operators on your account and your dreams, looks at dreams that you don’t share included, and notes about you. Of operators the network address as well.',
    where: 'database',
    until: () =>
      'notes and words about you until your account is deleted; that something was done, and when, for good',
    tables: {
      admin_actions: 'id at actor_id action user_id target_id detail address',
      person_notes: 'id user_id at actor_id text withheld',
      operator_presence: 'user_id view item at',
    },
    endedBy: ['erase-account'],
  },
  {
    title: 'Requests about your data',
    what: () => 'Who asked, what was asked, when, and what we answered.',
    where: 'database',
    until: () => 'for three years from the answer; without a name once your account is deleted',
    tables: {
      data_requests:
        'id kind person user_id wish received_at due_at reminded_at done_at answer created_by done_by',
    },
    endedBy: ['forget-requests', 'erase-account'],
  },
  {
    title: 'Notes of work that was done in the background',
    what: () => 'Which work, for which dream, mail or account, and what became of it.',
    where: 'database',
    until: () => 'for 90 days after its end; jobs of rented GPUs for 30 days',
    tables: {
      jobs: 'id kind key payload state run_at waits_from attempts lease_owner lease_until progress last_error created_at finished_at',
      runpod_jobs:
        'key job_id dream_id node max_seconds asked_at started_at dialled_at ended_at worker_id delay_ms gpu_ms outcome',
      node_messages: 'id sent_at sender recipient kind payload answers',
    },
    endedBy: ['forget-finished-jobs', 'forget-gpu-jobs'],
  },
  {
    title: 'Counts of calls',
    what: () =>
      'How often your account or network address asked for something, so that nobody asks too often; also of files that you check.',
    where: 'memory',
    until: () => 'for an hour at most',
    tables: { rate_limits: 'key points expire' },
    endedBy: [],
  },
  {
    title: 'Technical records',
    what: () =>
      'Lines of the program’s log: errors, and the times of requests with the number of your account.',
    where: 'files',
    until: () => 'as long as our hosting keeps the log of the program, which itself keeps none',
    tables: {},
    endedBy: [],
  },
  {
    title: 'That something was erased',
    what: () =>
      'Codes of deleted accounts and dreams, made with a key that is kept apart, and what was closed, blocked and taken back, so that no backup brings it back.',
    where: 'database and files',
    until: ({ backupDays }) => `as long as backups: ${daysText(backupDays)}, and a day`,
    tables: { erased_dreams: 'code at' },
    endedBy: ['forget-erased', 'drop-old-backups'],
  },
  {
    title: 'Backups',
    what: () => 'Copies of all that this table names, from before something was deleted.',
    where: 'copies',
    until: ({ backupDays }) => daysText(backupDays),
    tables: {},
    endedBy: ['drop-old-backups'],
  },
];

/** Tables without personal data. */
export const IMPERSONAL_TABLES: readonly string[] = [
  'content_keys',
  'dream_counts',
  'nodes',
  'workers',
  'worker_marks',
];

const purgedText = ({ hiddenDays }: LegalFacts): string =>
  hiddenDays === 0 ? 'within a day' : `after ${daysText(hiddenDays)}`;

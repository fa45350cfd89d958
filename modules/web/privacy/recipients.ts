import { m } from '../../kit/texts/m.ts';

/**
 * External services that may receive personal data. The privacy page lists those that this site's settings enable; a
 * test compares the table with all settings that name a server.
 */
export interface Recipient {
  /** Description that reveals none of the operator's private addresses. */
  who(): string;
  /** The data that it receives. */
  gets(): string;
  /** Settings that enable it, or its address and credentials. */
  settings: readonly string[];
  isOn(config: RecipientConfig): boolean;
}

/** Settings that determine which recipients are enabled. */
export interface RecipientConfig {
  sellsPlans: boolean;
  oidc: { name: string } | null;
  SMTP_URL?: unknown;
  STORAGE_URL?: unknown;
  BACKUP_URL?: unknown;
  LLM_BASE_URL?: unknown;
  ANTHROPIC_API_KEY?: unknown;
  ASR_BASE_URL?: unknown;
  PROMPT_SAFETY: string;
  SAFETY_URL?: unknown;
  workers: { kind: string };
  GENERATOR: string;
  CONTENT_TSA_URL?: unknown;
}

export const RECIPIENTS: readonly Recipient[] = [
  {
    who: m.web_privacy_to_hosting,
    gets: m.web_privacy_to_hosting_gets,
    settings: ['DATABASE_URL'],
    isOn: () => true,
  },
  {
    who: m.web_privacy_to_storage,
    gets: m.web_privacy_to_storage_gets,
    settings: ['STORAGE_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    isOn: ({ STORAGE_URL }) => STORAGE_URL !== undefined,
  },
  {
    who: m.web_privacy_to_backup,
    gets: m.web_privacy_to_backup_gets,
    settings: ['BACKUP_URL'],
    isOn: ({ BACKUP_URL }) => BACKUP_URL !== undefined,
  },
  {
    who: m.web_privacy_to_sign_in,
    gets: m.web_privacy_to_sign_in_gets,
    settings: [
      ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      'GOOGLE_TOKENINFO_URL',
    ],
    isOn: ({ oidc }) => oidc !== null,
  },
  {
    who: m.web_privacy_to_mail,
    gets: m.web_privacy_to_mail_gets,
    settings: ['SMTP_URL'],
    isOn: ({ SMTP_URL }) => SMTP_URL !== undefined,
  },
  {
    who: m.web_privacy_to_stripe,
    gets: m.web_privacy_to_stripe_gets,
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'],
    isOn: ({ sellsPlans }) => sellsPlans,
  },
  {
    who: m.web_privacy_to_runpod,
    gets: m.web_privacy_to_generator_gets,
    settings: ['RUNPOD_API_KEY', 'RUNPOD_API_BASE'],
    isOn: ({ workers }) => workers.kind === 'runpod',
  },
  {
    who: m.web_privacy_to_fleet,
    gets: m.web_privacy_to_generator_gets,
    settings: ['RELAY_URL', 'WORKER_TOKEN'],
    isOn: ({ workers }) => workers.kind === 'fleet',
  },
  {
    who: m.web_privacy_to_engine,
    gets: m.web_privacy_to_generator_gets,
    settings: ['ENGINE_URL', 'ENGINE_KEY'],
    isOn: ({ workers, GENERATOR }) =>
      workers.kind === 'embedded' && GENERATOR !== 'demo' && GENERATOR !== 'diffusion',
  },
  {
    who: m.web_privacy_to_language_model,
    gets: m.web_privacy_to_language_model_gets,
    settings: ['LLM_BASE_URL', 'LLM_API_KEY'],
    isOn: ({ LLM_BASE_URL }) => LLM_BASE_URL !== undefined,
  },
  {
    who: m.web_privacy_to_anthropic,
    gets: m.web_privacy_to_anthropic_gets,
    settings: ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    isOn: ({ ANTHROPIC_API_KEY }) => ANTHROPIC_API_KEY !== undefined,
  },
  {
    who: m.web_privacy_to_speech,
    gets: m.web_privacy_to_speech_gets,
    settings: ['ASR_BASE_URL', 'ASR_API_KEY'],
    isOn: ({ ASR_BASE_URL }) => ASR_BASE_URL !== undefined,
  },
  {
    who: m.web_privacy_to_moderation,
    gets: m.web_privacy_to_moderation_gets,
    settings: ['MODERATION_BASE_URL', 'MODERATION_API_KEY'],
    isOn: ({ PROMPT_SAFETY }) => PROMPT_SAFETY === 'moderation',
  },
  {
    who: m.web_privacy_to_classifier,
    gets: m.web_privacy_to_classifier_gets,
    settings: ['SAFETY_URL', 'SAFETY_API_KEY'],
    isOn: ({ SAFETY_URL }) => SAFETY_URL !== undefined,
  },
  {
    who: m.web_privacy_to_time_stamp,
    gets: m.web_privacy_to_time_stamp_gets,
    settings: ['CONTENT_TSA_URL'],
    isOn: ({ CONTENT_TSA_URL }) => CONTENT_TSA_URL !== undefined,
  },
  {
    who: m.web_privacy_to_hub,
    gets: m.web_privacy_to_hub_gets,
    settings: ['MODEL_BASE', 'VOICE_MODEL_BASE', 'WATERMARK_MODEL'],
    isOn: () => true,
  },
];

/** Settings that name a server or a key that receives no personal data. */
export const IMPERSONAL_SETTINGS: readonly string[] = [
  ...['PUBLIC_URL', 'NODE_URL', 'COMPANY_URL', 'COMMUNITY_URL', 'SOCIAL_URL'],
  ...['RELEASES_URL', 'METRICS_TOKEN', 'TRACE_KEY', 'CONTENT_KEY_FILE'],
];

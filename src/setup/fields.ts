import { z } from 'zod';
import type { FieldKind, SetupPartId } from '../../modules/admin/contract/setup.ts';
import { soldPlans } from '../../modules/billing/contract/plans.ts';
import { priceSetting } from '../../modules/billing/contract/settings.ts';
import { flag } from '../../modules/kit/settings/setting.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { type SettingName, settings } from '../config.ts';

interface Fields {
  /** Settings that most installations set, with labels. */
  main: readonly (readonly [name: SettingName, label: () => string])[];
  /** Rarely used settings. */
  more?: readonly (readonly [name: SettingName, label: () => string])[];
}

/** Every setting that the page can change, grouped by card. */
export const FIELDS: Readonly<Record<SetupPartId, Fields>> = {
  address: {
    main: [
      ['APP_NAME', m.setup_field_app_name],
      ['PUBLIC_URL', m.setup_field_public_url],
      ['SUPPORT_EMAIL', m.setup_field_support_email],
      ['COMPANY_NAME', m.setup_field_company_name],
      ['COMPANY_ADDRESS', m.setup_field_company_address],
    ],
    more: [
      ['LOCALE', m.setup_field_locale],
      ['COMPANY_URL', m.setup_field_company_url],
      ['COMMUNITY_URL', m.setup_field_community_url],
      ['SOCIAL_URL', m.setup_field_social_url],
      ['TRUST_PROXY', m.setup_field_trust_proxy],
      ['HSTS_PRELOAD', m.setup_field_hsts_preload],
    ],
  },
  mail: {
    main: [
      ['SMTP_URL', m.setup_field_smtp_url],
      ['MAIL_FROM', m.setup_field_mail_from],
    ],
    more: [
      ['OUTBOX_DAYS', m.setup_field_outbox_days],
      ['MAIL_LOG_DAYS', m.setup_field_mail_log_days],
    ],
  },
  'sign-in': {
    main: [
      ['ADMIN_EMAILS', m.setup_field_admin_emails],
      ['OIDC_NAME', m.setup_field_oidc_name],
      ['OIDC_ISSUER', m.setup_field_oidc_issuer],
      ['OIDC_CLIENT_ID', m.setup_field_oidc_client_id],
      ['OIDC_CLIENT_SECRET', m.setup_field_oidc_client_secret],
      ['AUTH_EMAIL_LINK', m.setup_field_auth_email_link],
    ],
    more: [
      ['OIDC_TRUST_EMAIL', m.setup_field_oidc_trust_email],
      ['GOOGLE_CLIENT_ID', m.setup_field_google_client_id],
      ['GOOGLE_CLIENT_SECRET', m.setup_field_google_client_secret],
      ['GOOGLE_POPUP', m.setup_field_google_popup],
      ['GOOGLE_TOKENINFO_URL', m.setup_field_google_tokeninfo_url],
    ],
  },
  plans: {
    main: [
      ['STRIPE_SECRET_KEY', m.setup_field_stripe_secret_key],
      ['STRIPE_PUBLISHABLE_KEY', m.setup_field_stripe_publishable_key],
      ...soldPlans().map(
        ({ tier, name }) => [priceSetting(tier), () => m.setup_field_price({ plan: name })] as const,
      ),
      ['STRIPE_WEBHOOK_SECRET', m.setup_field_stripe_webhook_secret],
      ['TRIAL_STREAMS', m.setup_field_trial_streams],
      ['BASIC_STREAMS', m.setup_field_basic_streams],
    ],
    more: [
      ['TRIAL_KEEP_DAYS', m.setup_field_trial_keep_days],
      ['BASIC_KEEP_DAYS', m.setup_field_basic_keep_days],
      ['TRIAL_TRACE_MONTHS', m.setup_field_trial_trace_months],
      ['BILLING_KEEP_YEARS', m.setup_field_billing_keep_years],
      ['STRIPE_PORTAL', m.setup_field_stripe_portal],
      ['STRIPE_API_BASE', m.setup_field_stripe_api_base],
    ],
  },
  engine: {
    main: [
      ['WORKERS', m.setup_field_workers],
      ['GENERATOR', m.setup_field_generator],
      ['MODEL', m.setup_field_model],
      ['MODEL_LICENCE', m.setup_field_model_licence],
      ['DEVICE', m.setup_field_device],
      ['ENGINE_URL', m.setup_field_engine_url],
      ['ENGINE_KEY', m.setup_field_engine_key],
    ],
    more: [
      ['WORKFLOW', m.setup_field_workflow],
      ['MODEL_BASE', m.setup_field_model_base],
      ['WORKER_TOKEN', m.setup_field_worker_token],
      ['RUNPOD_API_KEY', m.setup_field_runpod_api_key],
      ['RUNPOD_ENDPOINT_ID', m.setup_field_runpod_endpoint_id],
      ['RUNPOD_MAX_JOBS', m.setup_field_runpod_max_jobs],
      ['RUNPOD_MAX_USD_PER_HOUR', m.setup_field_runpod_max_usd_per_hour],
      ['RUNPOD_API_BASE', m.setup_field_runpod_api_base],
      ['GPU_USD_PER_HOUR', m.setup_field_gpu_usd_per_hour],
      ['NONCOMMERCIAL_ENGINES', m.setup_field_noncommercial_engines],
    ],
  },
  helpers: {
    main: [
      ['LLM_BASE_URL', m.setup_field_llm_base_url],
      ['LLM_API_KEY', m.setup_field_llm_api_key],
      ['LLM_MODEL', m.setup_field_llm_model],
      ['ANTHROPIC_API_KEY', m.setup_field_anthropic_api_key],
    ],
    more: [
      ['ANTHROPIC_MODEL', m.setup_field_anthropic_model],
      ['ANTHROPIC_BASE_URL', m.setup_field_anthropic_base_url],
      ['ASR_BASE_URL', m.setup_field_asr_base_url],
      ['ASR_API_KEY', m.setup_field_asr_api_key],
      ['ASR_MODEL', m.setup_field_asr_model],
      ['VOICE_MODEL', m.setup_field_voice_model],
      ['VOICE_MODEL_BASE', m.setup_field_voice_model_base],
    ],
  },
  safety: {
    main: [
      ['SEXUAL_CONTENT', m.setup_field_sexual_content],
      ['PROMPT_SAFETY', m.setup_field_prompt_safety],
      ['MODERATION_BASE_URL', m.setup_field_moderation_base_url],
      ['MODERATION_API_KEY', m.setup_field_moderation_api_key],
      ['SAFETY_MODEL', m.setup_field_safety_model],
      ['SAFETY_URL', m.setup_field_safety_url],
      ['SAFETY_API_KEY', m.setup_field_safety_api_key],
    ],
    more: [
      ['MODERATION_MODEL', m.setup_field_moderation_model],
      ['SAFETY_EVERY_SECONDS', m.setup_field_safety_every_seconds],
      ['SAFETY_THRESHOLDS', m.setup_field_safety_thresholds],
    ],
  },
  dreams: {
    main: [
      ['STREAM_SECONDS', m.setup_field_stream_seconds],
      ['GUEST_SECONDS', m.setup_field_guest_seconds],
      ['MAX_WATCHERS', m.setup_field_max_watchers],
      ['LIVE_CAMERA', m.setup_field_live_camera],
      ['HIDDEN_DAYS', m.setup_field_hidden_days],
      ['REPORTS_HIDE', m.setup_field_reports_hide],
      ['OPERATOR_LOOKS', m.setup_field_operator_looks],
    ],
    more: [
      ['CONTENT_CREDENTIALS', m.setup_field_content_credentials],
      ['WATERMARK', m.setup_field_watermark],
      ['WATERMARK_MODEL', m.setup_field_watermark_model],
      ['CONTENT_CERT_FILE', m.setup_field_content_cert_file],
      ['CONTENT_KEY_FILE', m.setup_field_content_key_file],
      ['CONTENT_TSA_URL', m.setup_field_content_tsa_url],
      ['COMPILE_JOBS', m.setup_field_compile_jobs],
    ],
  },
  storage: {
    main: [
      ['DATABASE_URL', m.setup_field_database_url],
      ['STORAGE_URL', m.setup_field_storage_url],
      ['S3_ACCESS_KEY_ID', m.setup_field_s3_access_key_id],
      ['S3_SECRET_ACCESS_KEY', m.setup_field_s3_secret_access_key],
    ],
    more: [['STORAGE_PROXY', m.setup_field_storage_proxy]],
  },
  backups: {
    main: [
      ['BACKUP_DAYS', m.setup_field_backup_days],
      ['BACKUP_DIR', m.setup_field_backup_dir],
      ['BACKUP_URL', m.setup_field_backup_url],
    ],
  },
  server: {
    main: [
      ['PORT', m.setup_field_port],
      ['HOST', m.setup_field_host],
      ['METRICS_TOKEN', m.setup_field_metrics_token],
      ['LOG_LEVEL', m.setup_field_log_level],
      ['RELEASES_URL', m.setup_field_releases_url],
    ],
  },
};

const partNames = new Map(
  Object.entries(FIELDS).map(([part, { main, more = [] }]) => [
    part,
    new Set<string>([...main, ...more].map(([name]) => name)),
  ]),
);

/** True if the card has a field for this setting. */
export const isOnPart = (part: SetupPartId, name: string): name is SettingName =>
  partNames.get(part)?.has(name) ?? false;

/** The form control for a setting, derived from its schema. */
export function kindOf(name: SettingName): { kind: FieldKind; choices?: string[] } {
  const { schema, isSecret } = settings[name];
  const inner = bare(schema);
  if (isSecret) return { kind: name.endsWith('_URL') ? 'secret-address' : 'secret' };
  if (inner instanceof z.ZodEnum) return { kind: 'choice', choices: inner.options.map(String) };
  if (inner instanceof z.ZodLiteral) return { kind: 'consent', choices: [...inner.values].map(String) };
  if (inner === flag) return { kind: 'choice', choices: ['on', 'off'] };
  return { kind: 'text' };
}

function bare(schema: z.ZodType): unknown {
  let at: unknown = schema;
  while (at instanceof z.ZodOptional || at instanceof z.ZodDefault) at = at.unwrap();
  // Unwraps the transform that accepts older spellings.
  return at instanceof z.ZodPipe && at.in instanceof z.ZodTransform ? at.out : at;
}

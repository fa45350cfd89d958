import { z } from 'zod';
import type { FieldKind, SetupPartId } from '../../modules/admin/contract/setup.ts';
import { soldPlans } from '../../modules/billing/contract/plans.ts';
import { priceSetting } from '../../modules/billing/contract/settings.ts';
import { flag } from '../../modules/kit/settings/setting.ts';
import { type SettingName, settings } from '../config.ts';

interface Fields {
  /** Settings that most installations set, with labels. */
  main: readonly (readonly [name: SettingName, label: string])[];
  /** Rarely used settings. */
  more?: readonly (readonly [name: SettingName, label: string])[];
}

/** Every setting that the page can change, grouped by card. */
export const FIELDS: Readonly<Record<SetupPartId, Fields>> = {
  address: {
    main: [
      ['APP_NAME', 'Name of the site'],
      ['PUBLIC_URL', 'Address that people come to'],
      ['SUPPORT_EMAIL', 'Address for questions'],
      ['COMPANY_NAME', 'Who runs the site'],
      ['COMPANY_ADDRESS', 'Their postal address'],
    ],
    more: [
      ['COMPANY_URL', 'Page of the company'],
      ['COMMUNITY_URL', 'Community chat'],
      ['SOCIAL_URL', 'Social media'],
      ['TRUST_PROXY', 'Proxies in front'],
      ['HSTS_PRELOAD', 'Listed as https only'],
    ],
  },
  mail: {
    main: [
      ['SMTP_URL', 'Mail server'],
      ['MAIL_FROM', 'Sender of mails'],
    ],
    more: [
      ['OUTBOX_DAYS', 'Days that mails are kept as files'],
      ['MAIL_LOG_DAYS', 'Days that the log of mails is kept'],
    ],
  },
  'sign-in': {
    main: [
      ['ADMIN_EMAILS', 'Addresses of operators'],
      ['OIDC_NAME', 'Name of the identity provider'],
      ['OIDC_ISSUER', 'Issuer'],
      ['OIDC_CLIENT_ID', 'Client id'],
      ['OIDC_CLIENT_SECRET', 'Client secret'],
      ['AUTH_EMAIL_LINK', 'Sign-in by a mailed link'],
    ],
    more: [
      ['OIDC_TRUST_EMAIL', 'Its addresses count as verified'],
      ['GOOGLE_CLIENT_ID', 'Client id at Google'],
      ['GOOGLE_CLIENT_SECRET', 'Client secret at Google'],
      ['GOOGLE_POPUP', 'Google’s popup'],
      ['GOOGLE_TOKENINFO_URL', 'Check of Google’s tokens'],
    ],
  },
  plans: {
    main: [
      ['STRIPE_SECRET_KEY', 'Secret key'],
      ['STRIPE_PUBLISHABLE_KEY', 'Publishable key'],
      ...soldPlans().map(({ tier, name }) => [priceSetting(tier), `Price of ${name}`] as const),
      ['STRIPE_WEBHOOK_SECRET', 'Webhook secret'],
      ['TRIAL_STREAMS', 'Dreams of the free trial'],
      ['BASIC_STREAMS', 'Dreams a month in Basic'],
    ],
    more: [
      ['TRIAL_KEEP_DAYS', 'Days that a trial’s dreams are kept'],
      ['BASIC_KEEP_DAYS', 'Days that Basic’s dreams are kept'],
      ['TRIAL_TRACE_MONTHS', 'Months that used trials of erased accounts count'],
      ['BILLING_KEEP_YEARS', 'Years that bills of erased people are kept'],
      ['STRIPE_PORTAL', 'Configuration of the portal'],
      ['STRIPE_API_BASE', 'Another host than Stripe’s'],
    ],
  },
  engine: {
    main: [
      ['WORKERS', 'Workers'],
      ['GENERATOR', 'What draws'],
      ['MODEL', 'Model'],
      ['MODEL_LICENCE', 'Its licence'],
      ['DEVICE', 'Device'],
      ['ENGINE_URL', 'Address of the engine'],
      ['ENGINE_KEY', 'Key of the engine'],
    ],
    more: [
      ['WORKFLOW', 'ComfyUI’s workflow'],
      ['MODEL_BASE', 'Where models are fetched'],
      ['WORKER_TOKEN', 'Token of workers'],
      ['RUNPOD_API_KEY', 'RunPod: key'],
      ['RUNPOD_ENDPOINT_ID', 'RunPod: endpoint'],
      ['RUNPOD_MAX_JOBS', 'RunPod: GPUs at once'],
      ['RUNPOD_MAX_USD_PER_HOUR', 'RunPod: dollars an hour'],
      ['RUNPOD_API_BASE', 'RunPod: another host'],
      ['GPU_USD_PER_HOUR', 'Dollars of a GPU’s hour'],
      ['NONCOMMERCIAL_ENGINES', 'Engines not for sale'],
    ],
  },
  helpers: {
    main: [
      ['LLM_BASE_URL', 'Language model'],
      ['LLM_API_KEY', 'Its key'],
      ['LLM_MODEL', 'Its name'],
      ['ANTHROPIC_API_KEY', 'Key of the help chat'],
    ],
    more: [
      ['ANTHROPIC_MODEL', 'Model of the help chat'],
      ['ANTHROPIC_BASE_URL', 'Server of the help chat'],
      ['ASR_BASE_URL', 'Server that transcribes'],
      ['ASR_API_KEY', 'Its key'],
      ['ASR_MODEL', 'Its model'],
      ['VOICE_MODEL', 'Whisper model in browsers'],
      ['VOICE_MODEL_BASE', 'Where it is fetched from'],
    ],
  },
  safety: {
    main: [
      ['SEXUAL_CONTENT', 'Sexual content'],
      ['PROMPT_SAFETY', 'Prompts'],
      ['MODERATION_BASE_URL', 'Moderation server'],
      ['MODERATION_API_KEY', 'Its key'],
      ['SAFETY_MODEL', 'Model for pictures'],
      ['SAFETY_URL', 'Or a server for pictures'],
      ['SAFETY_API_KEY', 'Its key'],
    ],
    more: [
      ['MODERATION_MODEL', 'Model of the moderation server'],
      ['SAFETY_EVERY_SECONDS', 'Seconds between two pictures'],
      ['SAFETY_THRESHOLDS', 'What counts'],
    ],
  },
  dreams: {
    main: [
      ['STREAM_SECONDS', 'Seconds of a dream'],
      ['HIDDEN_DAYS', 'Days that a deleted dream is kept'],
      ['REPORTS_HIDE', 'Reports that close a link'],
      ['OPERATOR_LOOKS', 'Looks of operators'],
    ],
    more: [
      ['CONTENT_CREDENTIALS', 'Content credentials'],
      ['WATERMARK', 'Watermark'],
      ['WATERMARK_MODEL', 'TrustMark’s model'],
      ['CONTENT_CERT_FILE', 'Certificate of content credentials'],
      ['CONTENT_KEY_FILE', 'Its private key'],
      ['CONTENT_TSA_URL', 'Time stamp authority'],
      ['COMPILE_JOBS', 'Recordings compiled at once'],
    ],
  },
  storage: {
    main: [
      ['DATABASE_URL', 'Postgres'],
      ['STORAGE_URL', 'Bucket'],
      ['S3_ACCESS_KEY_ID', 'Access key of the bucket'],
      ['S3_SECRET_ACCESS_KEY', 'Secret key of the bucket'],
    ],
    more: [['STORAGE_PROXY', 'Videos pass through this server']],
  },
  backups: {
    main: [
      ['BACKUP_DAYS', 'Days that nightly backups are kept'],
      ['BACKUP_DIR', 'Folder'],
      ['BACKUP_URL', 'Bucket beside it'],
    ],
  },
  server: {
    main: [
      ['PORT', 'Port'],
      ['HOST', 'Address that it listens on'],
      ['METRICS_TOKEN', 'Token of /metrics'],
      ['LOG_LEVEL', 'Log'],
      ['RELEASES_URL', 'Where newer releases are asked for'],
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

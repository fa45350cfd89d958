/**
 * External services that may receive personal data. The privacy page lists those that this site's settings enable; a
 * test compares the table with all settings that name a server.
 */
export interface Recipient {
  /** Description that reveals none of the operator's private addresses. */
  who: string;
  /** The data that it receives; completes a sentence. */
  gets: string;
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
    who: 'hosting',
    gets: 'all that this page names lies on its machines or passes through them',
    settings: ['DATABASE_URL'],
    isOn: () => true,
  },
  {
    who: 'storage of files',
    gets: 'recordings, pictures, voices and your avatar; your browser may load large ones from there, by links that end soon',
    settings: ['STORAGE_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    isOn: ({ STORAGE_URL }) => STORAGE_URL !== undefined,
  },
  {
    who: 'storage of backups',
    gets: 'copies of all that we keep',
    settings: ['BACKUP_URL'],
    isOn: ({ BACKUP_URL }) => BACKUP_URL !== undefined,
  },
  {
    who: 'your sign-in provider',
    gets: 'that you sign in here, and when; it tells us your name, address and picture',
    settings: [
      ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      'GOOGLE_TOKENINFO_URL',
    ],
    isOn: ({ oidc }) => oidc !== null,
  },
  {
    who: 'e-mail',
    gets: 'addresses and texts of the mails that we send',
    settings: ['SMTP_URL'],
    isOn: ({ SMTP_URL }) => SMTP_URL !== undefined,
  },
  {
    who: 'Stripe, for payments',
    gets: 'your name, address, card and what you buy',
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'],
    isOn: ({ sellsPlans }) => sellsPlans,
  },
  {
    who: 'RunPod, whose machines draw',
    gets: 'your prompts and the images that you bring, while they are drawn',
    settings: ['RUNPOD_API_KEY', 'RUNPOD_API_BASE'],
    isOn: ({ workers }) => workers.kind === 'runpod',
  },
  {
    who: 'the operators of the machines that draw',
    gets: 'your prompts and the images that you bring, while they are drawn',
    settings: ['RELAY_URL', 'WORKER_TOKEN'],
    isOn: ({ workers }) => workers.kind === 'fleet',
  },
  {
    who: 'the video engine',
    gets: 'your prompts and the images that you bring, while they are drawn',
    settings: ['ENGINE_URL', 'ENGINE_KEY'],
    isOn: ({ workers, GENERATOR }) =>
      workers.kind === 'embedded' && GENERATOR !== 'demo' && GENERATOR !== 'diffusion',
  },
  {
    who: 'a language model',
    gets: 'your prompts and what you say, in agent mode and to propose a name for a dream',
    settings: ['LLM_BASE_URL', 'LLM_API_KEY'],
    isOn: ({ LLM_BASE_URL }) => LLM_BASE_URL !== undefined,
  },
  {
    who: 'Anthropic, or another host of its models',
    gets: 'what you write to the help chat',
    settings: ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    isOn: ({ ANTHROPIC_API_KEY }) => ANTHROPIC_API_KEY !== undefined,
  },
  {
    who: 'a speech model',
    gets: 'your voice, if you choose that it is understood on the server, and recordings of it for their transcript',
    settings: ['ASR_BASE_URL', 'ASR_API_KEY'],
    isOn: ({ ASR_BASE_URL }) => ASR_BASE_URL !== undefined,
  },
  {
    who: 'a moderation service',
    gets: 'your prompts, before they are drawn',
    settings: ['MODERATION_BASE_URL', 'MODERATION_API_KEY'],
    isOn: ({ PROMPT_SAFETY }) => PROMPT_SAFETY === 'moderation',
  },
  {
    who: 'a classifier of pictures',
    gets: 'images that you bring, and single pictures of your streams',
    settings: ['SAFETY_URL', 'SAFETY_API_KEY'],
    isOn: ({ SAFETY_URL }) => SAFETY_URL !== undefined,
  },
  {
    who: 'a time stamp authority',
    gets: 'a hash of each file’s signature, and nothing of you',
    settings: ['CONTENT_TSA_URL'],
    isOn: ({ CONTENT_TSA_URL }) => CONTENT_TSA_URL !== undefined,
  },
  {
    who: 'the hub of models',
    gets: 'if you let your own browser draw for others: its network address and the model that you choose. Models that understand speech come from us',
    settings: ['MODEL_BASE', 'VOICE_MODEL_BASE', 'WATERMARK_MODEL'],
    isOn: () => true,
  },
];

/** Settings that name a server or a key that receives no personal data. */
export const IMPERSONAL_SETTINGS: readonly string[] = [
  ...['PUBLIC_URL', 'NODE_URL', 'COMPANY_URL', 'COMMUNITY_URL', 'SOCIAL_URL'],
  ...['RELEASES_URL', 'METRICS_TOKEN', 'TRACE_KEY', 'CONTENT_KEY_FILE'],
];

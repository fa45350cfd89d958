import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** One setting: how it is read from the environment and the line that README shows for it. */
interface Entry<T extends z.ZodType> {
  schema: T;
  /** what README prints in the default column */
  shown: string;
  doc: string;
}

const entry = <T extends z.ZodType>(schema: T, shown: string, doc: string): Entry<T> => ({
  schema,
  shown,
  doc,
});

const text = z.string().trim().min(1);
const webUrl = text
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'must be an http(s) URL')
  .transform((value) => value.replace(/\/+$/, ''));
const origin = webUrl.refine((value) => {
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '';
}, 'must be an origin such as https://dreams.example, without a path');
const whole = (least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be between ${least} and ${most}`);
const flag = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (value) => ['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'].includes(value),
    'must be on or off',
  )
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value));

export const entries = {
  PORT: entry(whole(0, 65535).default(3000), '3000', 'port it listens on'),
  HOST: entry(text.default('127.0.0.1'), '127.0.0.1', 'address it listens on; 0.0.0.0 for all'),
  PUBLIC_URL: entry(
    origin.optional(),
    'http://localhost:PORT',
    'origin that people and links use; https turns on Secure cookies and HSTS. When set, Origin must equal it and pages asked for by a loopback alias are redirected to it',
  ),
  NODE_URL: entry(origin.optional(), 'PUBLIC_URL', "this node's own origin for websockets, in a fleet"),
  DATA_DIR: entry(
    text.default('./data'),
    './data',
    'SQLite file, media, tapes, mail outbox, generated secrets',
  ),
  DATABASE_URL: entry(
    text
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(
        (value) => URL.canParse(value),
        'must be an address as in postgres://user:password@host:5432/name, with %23 for a # and %40 for an @ in the password',
      )
      .optional(),
    'SQLite in DATA_DIR',
    '`postgres://…` for Postgres',
  ),
  APP_NAME: entry(text.default('Reverie'), 'Reverie', "the product's name everywhere it is shown or mailed"),
  COMPANY_NAME: entry(text.default('Reverie'), 'Reverie', 'footer and legal texts'),
  COMPANY_URL: entry(webUrl.optional(), 'the home page', 'where the company name in the footer leads'),
  SUPPORT_EMAIL: entry(
    z.email().default('support@localhost.localdomain'),
    'support@localhost.localdomain',
    'contact card and legal texts',
  ),
  COMMUNITY_URL: entry(webUrl.optional(), '–', 'community chat link; hidden when not set'),
  SOCIAL_URL: entry(webUrl.optional(), '–', 'social media link; hidden when not set'),
  ADMIN_EMAILS: entry(
    text
      .transform((list) =>
        list
          .split(',')
          .map((one) => one.trim().toLowerCase())
          .filter(Boolean),
      )
      .pipe(z.array(z.email()))
      .optional(),
    '–',
    'comma-separated; these verified addresses get the role admin at sign-in',
  ),
  GOOGLE_CLIENT_ID: entry(text.optional(), '–', 'sign-in with Google'),
  GOOGLE_CLIENT_SECRET: entry(text.optional(), '–', 'sign-in with Google'),
  OIDC_ISSUER: entry(
    webUrl.default('https://accounts.google.com'),
    'https://accounts.google.com',
    'any OpenID Connect issuer',
  ),
  OIDC_CLIENT_ID: entry(text.optional(), 'GOOGLE_CLIENT_ID', 'client at that issuer'),
  OIDC_CLIENT_SECRET: entry(text.optional(), 'GOOGLE_CLIENT_SECRET', 'its secret'),
  OIDC_NAME: entry(text.default('Google'), 'Google', 'what the sign-in button calls the issuer'),
  GOOGLE_POPUP: entry(
    flag.default(false),
    'off',
    "signs in with a popup of Google's own script instead of the redirect",
  ),
  GOOGLE_TOKENINFO_URL: entry(
    webUrl.default('https://oauth2.googleapis.com/tokeninfo'),
    "Google's",
    "where an access token's audience is checked",
  ),
  AUTH_EMAIL_LINK: entry(
    flag.optional(),
    'on when no identity provider is set',
    'sign-in by one-time link sent by e-mail',
  ),
  STRIPE_SECRET_KEY: entry(text.optional(), '–', 'billing: sells the plans through Stripe'),
  STRIPE_PUBLISHABLE_KEY: entry(
    text.optional(),
    '–',
    'without it the checkout page shows “Configuration Error”',
  ),
  STRIPE_WEBHOOK_SECRET: entry(
    text.optional(),
    '–',
    'signing secret of the webhook endpoint at /api/stripe/webhook',
  ),
  STRIPE_PRICE_BASIC: entry(text.optional(), '–', 'price of the basic plan: its id or its lookup key'),
  STRIPE_PRICE_PREMIUM: entry(text.optional(), '–', 'price of the premium plan, likewise'),
  STRIPE_API_BASE: entry(origin.optional(), "Stripe's", "another host that speaks Stripe's API"),
  ANTHROPIC_API_KEY: entry(
    text.optional(),
    '–',
    'help chat; without it the help pages are searched for an answer',
  ),
  ANTHROPIC_BASE_URL: entry(
    webUrl.default('https://api.anthropic.com'),
    'https://api.anthropic.com',
    "any server that speaks Anthropic's messages API",
  ),
  ANTHROPIC_MODEL: entry(text.default('claude-haiku-4-5'), 'claude-haiku-4-5', 'model of the help chat'),
  SMTP_URL: entry(
    text.regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://').optional(),
    '–',
    '`smtp(s)://user:pass@host:port`; without it each mail is written to DATA_DIR/outbox',
  ),
  MAIL_FROM: entry(text.optional(), 'APP_NAME <SUPPORT_EMAIL>', 'sender of every mail'),
  LLM_BASE_URL: entry(
    webUrl.optional(),
    '–',
    'agent mode: any OpenAI-compatible server, as in `http://localhost:11434/v1`; without it agent mode is off',
  ),
  LLM_API_KEY: entry(text.optional(), '–', 'key for it, where it wants one'),
  LLM_MODEL: entry(text.optional(), "the server's own", 'the model to ask'),
  ASR_BASE_URL: entry(
    webUrl.optional(),
    '–',
    'speech written down on a server, for browsers without WebGPU: any with OpenAI’s `/audio/transcriptions`',
  ),
  ASR_API_KEY: entry(text.optional(), '–', 'key for it, where it wants one'),
  ASR_MODEL: entry(text.default('whisper-1'), 'whisper-1', 'the model to ask'),
  VOICE_MODEL: entry(
    text
      .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'must be a model name such as onnx-community/whisper-base')
      .refine((name) => !name.split('/').includes('..'), 'must be a model name')
      .default('onnx-community/whisper-base'),
    'onnx-community/whisper-base',
    'Whisper model that browsers run',
  ),
  VOICE_MODEL_BASE: entry(
    text.default('https://huggingface.co'),
    'https://huggingface.co',
    'where browsers get it: the model hub, another http(s) URL, or a folder here that holds `VOICE_MODEL/…` and is then served by us',
  ),
  WORKER_TOKEN: entry(
    text.min(16, 'must have at least 16 characters').optional(),
    'generated into DATA_DIR',
    'what a worker presents',
  ),
  WORKERS: entry(
    text
      .regex(/^(embedded(:\d{1,2})?|fleet)$/, 'must be embedded, embedded:SLOTS or fleet')
      .default('embedded'),
    'embedded',
    '`embedded[:slots]` starts demo workers here (half the cores, at least 1); `fleet` waits for workers that dial in',
  ),
  RELAY_URL: entry(
    text
      .regex(/^wss?:\/\//, 'must start with ws:// or wss://')
      .refine(
        (value) => URL.canParse(value) && !value.includes('#'),
        'must be an address as in ws://host:3000',
      )
      .optional(),
    'ws://localhost:PORT',
    'only for `bun run worker`: the relay that the worker dials',
  ),
  GENERATOR: entry(
    z.enum(['demo']).default('demo'),
    'demo',
    'only for `bun run worker`: what draws the dreams',
  ),
  COMPILE_JOBS: entry(whole(1, 16).default(1), '1', 'recordings compiled at once'),
  STREAM_SECONDS: entry(whole(5, 86_400).default(300), '300', 'length of a dream in seconds'),
  TRIAL_STREAMS: entry(whole(0, 1_000_000).default(3), '3', 'dreams in the free trial'),
  BASIC_STREAMS: entry(whole(0, 1_000_000).default(5), '5', 'dreams a month in the basic plan'),
  HIDDEN_DAYS: entry(whole(0, 36_500).default(30), '30', 'days until a deleted dream is gone for good'),
  TRIAL_KEEP_DAYS: entry(
    whole(1, 36_500).optional(),
    '–',
    'days after which dreams of the free trial are deleted; kept for ever when not set',
  ),
  BASIC_KEEP_DAYS: entry(whole(1, 36_500).optional(), '–', 'the same for the basic plan'),
  METRICS_TOKEN: entry(
    text.min(16, 'must have at least 16 characters').optional(),
    '–',
    'turns on /metrics behind this bearer token',
  ),
  TRUST_PROXY: entry(
    flag.default(false),
    'off',
    'takes the client address from X-Forwarded-For, and sends what X-Forwarded-Proto calls http to an https PUBLIC_URL',
  ),
  HSTS_PRELOAD: entry(
    flag.default(false),
    'off',
    'with an https PUBLIC_URL: asks browsers to list the site as https only, with every name below it, for years',
  ),
  LOG_LEVEL: entry(
    z.enum(['debug', 'info', 'warn', 'error']).default('info'),
    'info',
    'debug, info, warn or error',
  ),
} as const;

const schema = z.object(
  Object.fromEntries(Object.entries(entries).map(([name, { schema }]) => [name, schema])) as {
    [K in keyof typeof entries]: (typeof entries)[K]['schema'];
  },
);

type Settings = z.output<typeof schema>;

export interface Config
  extends Omit<Settings, 'PUBLIC_URL' | 'NODE_URL' | 'WORKERS' | 'MAIL_FROM' | 'AUTH_EMAIL_LINK'> {
  DATA_DIR: string;
  /** the origin in links; not known before listen when PORT is 0 and PUBLIC_URL is not set */
  PUBLIC_URL: string;
  publicUrlIsSet: boolean;
  NODE_URL: string | undefined;
  secure: boolean;
  workers: { kind: 'embedded'; slots: number | undefined } | { kind: 'fleet' };
  MAIL_FROM: string;
  AUTH_EMAIL_LINK: boolean;
  /** what selling takes, once a key and both prices are set */
  stripe: StripeSettings | null;
  /** where the voice model lies on this box, when browsers get it from us */
  voiceModelFolder: string | null;
  /** the OpenID Connect client, when one is set */
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; name: string } | null;
}

export interface StripeSettings {
  secretKey: string;
  /** an id (`price_…`) or a lookup key */
  prices: Record<'basic' | 'premium', string>;
  /** an origin; null for Stripe's own */
  apiBase: string | null;
}

/** Thrown with every fault in the message, one a line. */
export class ConfigError extends Error {}

/**
 * Reads all settings. Names that are set to an empty text count as not set.
 * @throws ConfigError naming every fault at once
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(entries).map((name) => [name, env[name]?.trim() === '' ? undefined : env[name]]),
  );
  const faults: string[] = [];
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) faults.push(`${String(issue.path[0])}: ${issue.message}`);
  }
  const issuer = given.OIDC_ISSUER;
  if (issuer?.startsWith('http://') && !isLoopback(issuer))
    faults.push('OIDC_ISSUER: http is allowed on loopback only');
  const clientId = given.OIDC_CLIENT_ID ?? given.GOOGLE_CLIENT_ID;
  const clientSecret = given.OIDC_CLIENT_SECRET ?? given.GOOGLE_CLIENT_SECRET;
  if (entries.GOOGLE_POPUP.schema.safeParse(given.GOOGLE_POPUP).data && !clientId)
    faults.push('GOOGLE_POPUP: needs GOOGLE_CLIENT_ID');
  if (clientSecret && !clientId) faults.push('OIDC_CLIENT_ID: must be set where a client secret is');
  if (
    entries.HSTS_PRELOAD.schema.safeParse(given.HSTS_PRELOAD).data &&
    !given.PUBLIC_URL?.startsWith('https://')
  )
    faults.push('HSTS_PRELOAD: needs a PUBLIC_URL with https');
  if (given.STRIPE_API_BASE?.startsWith('http://') && !isLoopback(given.STRIPE_API_BASE))
    faults.push('STRIPE_API_BASE: http is allowed on loopback only');
  if (given.VOICE_MODEL_BASE && !/^https?:\/\//.test(given.VOICE_MODEL_BASE)) {
    if (!existsSync(given.VOICE_MODEL_BASE)) faults.push('VOICE_MODEL_BASE: there is no such folder');
  }
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`Some settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
  const settings = parsed.data;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const slots = settings.WORKERS.split(':')[1];
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    PUBLIC_URL: publicUrl,
    publicUrlIsSet: settings.PUBLIC_URL !== undefined,
    secure: publicUrl.startsWith('https://'),
    NODE_URL: settings.NODE_URL,
    workers:
      settings.WORKERS === 'fleet'
        ? { kind: 'fleet' }
        : { kind: 'embedded', slots: slots ? Number(slots) : undefined },
    MAIL_FROM: settings.MAIL_FROM ?? `${settings.APP_NAME} <${settings.SUPPORT_EMAIL}>`,
    voiceModelFolder: /^https?:\/\//.test(settings.VOICE_MODEL_BASE)
      ? null
      : resolve(settings.VOICE_MODEL_BASE),
    AUTH_EMAIL_LINK: settings.AUTH_EMAIL_LINK ?? clientId === undefined,
    stripe: stripeSettings(settings),
    oidc: clientId
      ? { issuer: settings.OIDC_ISSUER, clientId, clientSecret, name: settings.OIDC_NAME }
      : null,
  };
}

function stripeSettings(settings: Settings): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PRICE_BASIC: basic, STRIPE_PRICE_PREMIUM: premium } = settings;
  if (!secretKey || !basic || !premium) return null;
  return { secretKey, prices: { basic, premium }, apiBase: settings.STRIPE_API_BASE ?? null };
}

export interface WorkerConfig {
  RELAY_URL: string;
  WORKER_TOKEN: string;
  GENERATOR: Config['GENERATOR'];
  LOG_LEVEL: Config['LOG_LEVEL'];
}

/**
 * What a worker process needs of the settings. On the server's own box the generated token is found in
 * DATA_DIR; elsewhere WORKER_TOKEN must be set.
 */
export function readWorkerConfig(env: Record<string, string | undefined> = process.env): WorkerConfig {
  const config = readConfig(env);
  const token = config.WORKER_TOKEN ?? generatedSecret(config.DATA_DIR, WORKER_TOKEN_FILE);
  const { GENERATOR, LOG_LEVEL } = config;
  const relay = config.RELAY_URL ?? `ws://localhost:${config.PORT}`;
  return { RELAY_URL: relay.replace(/\/+$/, ''), WORKER_TOKEN: token, GENERATOR, LOG_LEVEL };
}

/** Where DATA_DIR keeps the token when WORKER_TOKEN is not set. */
export const WORKER_TOKEN_FILE = 'worker-token';

/** Reads a secret from DATA_DIR, making it there at first use; only this user may read the file. */
export function generatedSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}

/** Which database the process speaks, needed before any table is declared. */
export const dialect: 'sqlite' | 'postgres' = process.env.DATABASE_URL?.trim() ? 'postgres' : 'sqlite';

function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

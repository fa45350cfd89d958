import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type DatabaseConfig, databaseSettings } from '../db/settings.ts';
import { type AdminConfig, adminSettings } from '../modules/admin/contract/settings.ts';
import {
  type AuthConfig,
  authConfig,
  authSettings,
  checkAuthSettings,
} from '../modules/auth/contract/settings.ts';
import {
  type BillingConfig,
  billingConfig,
  billingSettings,
  checkBillingSettings,
} from '../modules/billing/contract/settings.ts';
import { type DreamsConfig, dreamsSettings } from '../modules/dreams/contract/settings.ts';
import { type HelpConfig, helpSettings } from '../modules/help/contract/settings.ts';
import { plainFault } from '../modules/kit/plain-fault.ts';
import {
  checkStorageSettings,
  type StorageConfig,
  storageConfig,
  storageSettings,
} from '../modules/kit/s3/settings.ts';
import {
  type Given,
  type SettingsOf,
  secret,
  setting,
  text,
  token,
  webUrl,
  whole,
  withoutQuotes,
} from '../modules/kit/settings/setting.ts';
import { m } from '../modules/kit/texts/m.ts';
import {
  type LanguageModelConfig,
  languageModelSettings,
} from '../modules/language-model/contract/settings.ts';
import { type MailConfig, mailConfig, mailSettings } from '../modules/mail/contract/settings.ts';
import {
  checkRecordingsSettings,
  type RecordingsConfig,
  recordingsSettings,
} from '../modules/recordings/contract/settings.ts';
import {
  checkSafetySettings,
  type SafetyConfig,
  safetyConfig,
  safetySettings,
} from '../modules/safety/contract/settings.ts';
import {
  checkStreamSettings,
  type StreamConfig,
  streamConfig,
  streamSettings,
} from '../modules/stream/contract/settings.ts';
import {
  checkVoiceSettings,
  type VoiceConfig,
  voiceConfig,
  voiceSettings,
} from '../modules/voice/contract/settings.ts';
import {
  checkSiteSettings,
  type SiteConfig,
  siteConfig,
  siteSettings,
} from '../modules/web/contract/settings.ts';
import {
  checkWorkerSettings,
  type EngineSettings,
  workerSettings,
} from '../modules/worker/contract/settings.ts';
import { type BackupConfig, backupSettings, checkBackupSettings } from './backup/settings.ts';

/** A host name or IP address. Accepts `[::]`, the URL form of an IPv6 address, as `::`. */
const host = text
  .transform((value) => value.replace(/^\[([\da-f:.]+)\]$/i, '$1'))
  .refine((value) => isIP(value.replace(/%\w+$/, '')) !== 0 || /^[\w.-]+$/.test(value), {
    error: m.kit_setting_listen,
  });

const serverSettings = {
  PORT: setting(whole(0, 65535).default(3000), '3000', m.settings_doc_port),
  HOST: setting(host.default('127.0.0.1'), '127.0.0.1', m.settings_doc_host),
  DATA_DIR: setting(text.default('./data'), './data', m.settings_doc_data_dir),
  METRICS_TOKEN: secret(token.optional(), '–', m.settings_doc_metrics_token),
  TRACE_KEY: secret(token.optional(), m.settings_default_trace_key, m.settings_doc_trace_key),
  LOG_LEVEL: setting(
    z.enum(['debug', 'info', 'warn', 'error']).default('info'),
    'info',
    m.settings_doc_log_level,
  ),
  RELEASES_URL: setting(webUrl.optional(), '–', m.settings_doc_releases_url),
};

/** All settings, in the order of the table in src/README.md. Each group is declared in the module that uses it. */
export const settings = {
  ...serverSettings,
  ...siteSettings,
  ...databaseSettings,
  ...storageSettings,
  ...authSettings,
  ...billingSettings,
  ...dreamsSettings,
  ...mailSettings,
  ...helpSettings,
  ...languageModelSettings,
  ...voiceSettings,
  ...safetySettings,
  ...streamSettings,
  ...workerSettings,
  ...adminSettings,
  ...recordingsSettings,
  ...backupSettings,
};
type Settings = SettingsOf<typeof settings>;
export type SettingName = keyof typeof settings;

export const isSecretSetting = (name: string): boolean =>
  Object.hasOwn(settings, name) && settings[name as SettingName].isSecret;

export interface Config
  extends SettingsOf<typeof serverSettings>,
    SiteConfig,
    DatabaseConfig,
    StorageConfig,
    AuthConfig,
    BillingConfig,
    DreamsConfig,
    MailConfig,
    HelpConfig,
    LanguageModelConfig,
    VoiceConfig,
    SafetyConfig,
    StreamConfig,
    EngineSettings,
    AdminConfig,
    RecordingsConfig,
    BackupConfig {
  /** Absolute path. */
  DATA_DIR: string;
}

export interface SettingFault {
  name: string;
  text: string;
}

/** The message lists every fault, one per line. */
export class ConfigError extends Error {
  readonly faults: readonly SettingFault[];
  constructor(message: string, { faults = [], ...options }: ErrorOptions & { faults?: SettingFault[] } = {}) {
    super(message, options);
    this.faults = faults;
  }
}

/** Reads all settings. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const names = Object.keys(settings);
  const given: Given = Object.fromEntries(
    names.map((name) => [name, withoutQuotes(env[name]?.trim() ?? '') || undefined]),
  );
  const read = parse(given);
  const stream = streamConfig(read);
  return {
    ...read,
    DATA_DIR: resolve(read.DATA_DIR),
    ...siteConfig(read, read.PORT),
    ...storageConfig(read),
    ...authConfig(read, stream.workers.kind === 'embedded' && read.GENERATOR === 'demo'),
    ...billingConfig(read),
    ...mailConfig(read, read),
    ...voiceConfig(read, read.DATA_DIR),
    ...safetyConfig(read),
    ...stream,
  };
}

const schema = z.object(
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as {
    [K in keyof typeof settings]: (typeof settings)[K]['schema'];
  },
);

function parse(given: Given): Settings {
  const faults: SettingFault[] = [];
  const report = (name: string, text: string) => void faults.push({ name, text });
  const parsed = schema.safeParse(given, { error: plainFault });
  for (const { path, message } of parsed.error?.issues ?? []) report(String(path[0]), message);
  for (const check of [
    checkSiteSettings,
    checkStorageSettings,
    checkAuthSettings,
    checkBillingSettings,
    checkVoiceSettings,
    checkSafetySettings,
    checkStreamSettings,
    checkWorkerSettings,
    checkBackupSettings,
    checkRecordingsSettings,
  ])
    check(given, report);
  if (!parsed.success || faults.length > 0) {
    const lines = faults.map(({ name, text }) => `  - ${name}: ${text}`);
    throw new ConfigError(m.settings_wrong({ faults: lines.join('\n') }), { faults });
  }
  return parsed.data;
}

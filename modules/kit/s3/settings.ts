import { z } from 'zod';
import {
  flag,
  type Given,
  isLoopback,
  key,
  type ReportFault,
  type SettingsOf,
  secret,
  setting,
  text,
} from '../settings/setting.ts';
import { m } from '../texts/m.ts';
import { bucketOrigin, parseS3Address } from './address.ts';

export const s3Address = text.transform((value, context) => {
  const address = parseS3Address(value);
  if (typeof address !== 'string') return address;
  context.addIssue({ code: 'custom', message: address });
  return z.NEVER;
});

/** Settings of the storage for videos, images and voice recordings. */
export const storageSettings = {
  STORAGE_URL: setting(
    s3Address.optional(),
    'files in DATA_DIR',
    '`s3://bucket/prefix?endpoint=…&region=…` keeps videos, pictures and voices in a [bucket](#files-in-a-bucket)',
  ),
  S3_ACCESS_KEY_ID: setting(key.optional(), '–', 'access key for the bucket'),
  S3_SECRET_ACCESS_KEY: secret(key.optional(), '–', 'its secret'),
  STORAGE_PROXY: setting(
    flag.default(false),
    'off',
    'with a bucket: videos pass through us instead of by links that lead browsers to it for an hour',
  ),
};

export interface StorageConfig extends SettingsOf<typeof storageSettings> {
  /** Origin of the bucket if browsers are redirected to it. */
  linkOrigin: string | null;
}

export function checkStorageSettings(given: Given, fault: ReportFault): void {
  if (given.STORAGE_URL === undefined) return;
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
    if (given[name] === undefined) fault(name, m.kit_s3_setting_key());
  }
  const address = parseS3Address(given.STORAGE_URL);
  if (typeof address === 'string' || !given.PUBLIC_URL?.startsWith('https://')) return;
  const proxied = storageSettings.STORAGE_PROXY.schema.safeParse(given.STORAGE_PROXY).data;
  if (!proxied && address.endpoint.startsWith('http://') && !isLoopback(given.PUBLIC_URL)) {
    fault('STORAGE_PROXY', m.kit_s3_setting_proxy());
  }
}

export function storageConfig({
  STORAGE_URL,
  STORAGE_PROXY,
}: SettingsOf<typeof storageSettings>): Pick<StorageConfig, 'linkOrigin'> {
  return { linkOrigin: STORAGE_URL && !STORAGE_PROXY ? bucketOrigin(STORAGE_URL) : null };
}

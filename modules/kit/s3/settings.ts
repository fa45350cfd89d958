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
  STORAGE_URL: setting(s3Address.optional(), m.kit_default_storage_url, m.kit_doc_storage_url),
  S3_ACCESS_KEY_ID: setting(key.optional(), '–', m.kit_doc_s3_access_key_id),
  S3_SECRET_ACCESS_KEY: secret(key.optional(), '–', m.kit_doc_s3_secret_access_key),
  STORAGE_PROXY: setting(flag.default(false), 'off', m.kit_doc_storage_proxy),
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

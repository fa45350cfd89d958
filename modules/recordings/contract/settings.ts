import { existsSync } from 'node:fs';
import { z } from 'zod';
import {
  flag,
  type Given,
  type ReportFault,
  type SettingsOf,
  setting,
  text,
  webUrl,
  whole,
} from '../../kit/settings/setting.ts';
import { readAddress } from '../../kit/settings/setting-address.ts';
import { m } from '../../kit/texts/m.ts';

/** Files in DATA_DIR that sign content credentials, unless the operator supplies their own. Backups include them. */
export const CONTENT_CHAIN_FILE = 'content-chain.pem';
export const OWN_CONTENT_KEY_FILE = 'content-key.pem';

/** Also accepts any spelling of on and off, since this used to be a switch. */
const watermark = z.preprocess(
  (value) => (flag.safeParse(value).success ? (flag.parse(value) ? 'on' : 'off') : value),
  z.enum(['on', 'off', 'trustmark']),
);

export const recordingsSettings = {
  COMPILE_JOBS: setting(whole(1, 16).default(1), '1', m.recordings_doc_compile_jobs),
  CONTENT_CREDENTIALS: setting(flag.default(true), 'on', m.recordings_doc_content_credentials),
  WATERMARK: setting(watermark.default('on'), 'on', m.recordings_doc_watermark),
  WATERMARK_MODEL: setting(text.optional(), '–', m.recordings_doc_watermark_model),
  CONTENT_CERT_FILE: setting(
    text.optional(),
    m.recordings_default_content_cert_file,
    m.recordings_doc_content_cert_file,
  ),
  CONTENT_KEY_FILE: setting(
    text.optional(),
    m.recordings_default_content_key_file,
    m.recordings_doc_content_key_file,
  ),
  CONTENT_TSA_URL: setting(webUrl.optional(), '–', m.recordings_doc_content_tsa_url),
};

export type RecordingsConfig = SettingsOf<typeof recordingsSettings>;

export function checkRecordingsSettings(
  { CONTENT_CERT_FILE: cert, CONTENT_KEY_FILE: key, WATERMARK, WATERMARK_MODEL }: Given,
  fault: ReportFault,
): void {
  if (WATERMARK === 'trustmark' && !WATERMARK_MODEL)
    fault('WATERMARK_MODEL', m.recordings_setting_model_missing());
  const model = WATERMARK_MODEL?.includes('://')
    ? readAddress(WATERMARK_MODEL, { schemes: ['http', 'https'], path: true })
    : null;
  if (typeof model === 'string') fault('WATERMARK_MODEL', model);
  if (cert && !key) fault('CONTENT_KEY_FILE', m.recordings_setting_key_missing());
  if (key && !cert) fault('CONTENT_CERT_FILE', m.recordings_setting_cert_missing());
  if (cert && !existsSync(cert)) fault('CONTENT_CERT_FILE', m.recordings_setting_no_file());
  if (key && !existsSync(key)) fault('CONTENT_KEY_FILE', m.recordings_setting_no_file());
}

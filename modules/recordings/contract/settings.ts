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
  COMPILE_JOBS: setting(whole(1, 16).default(1), '1', 'maximum number of recordings compiled at once'),
  CONTENT_CREDENTIALS: setting(
    flag.default(true),
    'on',
    'signs videos and images with content credentials (C2PA): which generator and model made them, from which prompts, but never whose they are',
  ),
  WATERMARK: setting(
    watermark.default('on'),
    'on',
    'adds an invisible watermark to videos and images, which the page `/check` reads even from copies; `trustmark` uses Adobe’s model of that name, and all videos are then re-encoded here because workers can’t write it',
  ),
  WATERMARK_MODEL: setting(
    text.optional(),
    '–',
    'the model for `WATERMARK=trustmark`: a folder with `encoder_Q.onnx` and `decoder_Q.onnx`, `owner/name` on the hub of MODEL_BASE, or the http(s) base URL of both files',
  ),
  CONTENT_CERT_FILE: setting(
    text.optional(),
    'created on first use',
    'PEM file with the signing certificate (P-256), followed by its issuers',
  ),
  CONTENT_KEY_FILE: setting(
    text.optional(),
    'created on first use',
    'PEM file with its private key (PKCS #8)',
  ),
  CONTENT_TSA_URL: setting(
    webUrl.optional(),
    '–',
    'time stamp authority (RFC 3161) that confirms the time of each signature and sees only its hash; without a response within 5 seconds files are signed without a time stamp',
  ),
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

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

/** Files in DATA_DIR that sign content credentials, unless the operator supplies their own. Backups include them. */
export const CONTENT_CHAIN_FILE = 'content-chain.pem';
export const OWN_CONTENT_KEY_FILE = 'content-key.pem';

/** Also accepts any spelling of on and off, since this used to be a switch. */
const watermark = z.preprocess(
  (value) => (flag.safeParse(value).success ? (flag.parse(value) ? 'on' : 'off') : value),
  z.enum(['on', 'off', 'trustmark']),
);

export const recordingsSettings = {
  COMPILE_JOBS: setting(whole(1, 16).default(1), '1', 'recordings compiled at once'),
  CONTENT_CREDENTIALS: setting(
    flag.default(true),
    'on',
    'signs videos and pictures with content credentials (C2PA): by which generator and model, from which prompts, and never whose they are',
  ),
  WATERMARK: setting(
    watermark.default('on'),
    'on',
    'marks the pixels of videos and pictures, which nobody sees and the page `/check` reads, also from copies; `trustmark` by Adobe’s model of that name: all videos are then encoded anew here, for workers can’t write it',
  ),
  WATERMARK_MODEL: setting(
    text.optional(),
    '–',
    'the model of `WATERMARK=trustmark`: a folder with `encoder_Q.onnx` and `decoder_Q.onnx`, `owner/name` on the hub of MODEL_BASE, or the http(s) address that both lie below',
  ),
  CONTENT_CERT_FILE: setting(
    text.optional(),
    'made at first use',
    'PEM file with the certificate that signs them, of P-256, and those that vouch for it',
  ),
  CONTENT_KEY_FILE: setting(text.optional(), 'made at first use', 'PEM file with its private key (PKCS #8)'),
  CONTENT_TSA_URL: setting(
    webUrl.optional(),
    '–',
    'time stamp authority (RFC 3161) that is asked for the time of each signature, by its hash alone; without an answer within 5 seconds files are signed without one',
  ),
};

export type RecordingsConfig = SettingsOf<typeof recordingsSettings>;

export function checkRecordingsSettings(
  { CONTENT_CERT_FILE: cert, CONTENT_KEY_FILE: key, WATERMARK, WATERMARK_MODEL }: Given,
  fault: ReportFault,
): void {
  if (WATERMARK === 'trustmark' && !WATERMARK_MODEL)
    fault('WATERMARK_MODEL', 'must be set for WATERMARK=trustmark');
  const model = WATERMARK_MODEL?.includes('://')
    ? readAddress(WATERMARK_MODEL, { schemes: ['http', 'https'], path: true })
    : null;
  if (typeof model === 'string') fault('WATERMARK_MODEL', model);
  if (cert && !key) fault('CONTENT_KEY_FILE', 'must be set where CONTENT_CERT_FILE is');
  if (key && !cert) fault('CONTENT_CERT_FILE', 'must be set where CONTENT_KEY_FILE is');
  if (cert && !existsSync(cert)) fault('CONTENT_CERT_FILE', 'there is no such file');
  if (key && !existsSync(key)) fault('CONTENT_KEY_FILE', 'there is no such file');
}

import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { error, type Finding, ok, warning } from '../../../kit/settings/finding.ts';
import { m } from '../../../kit/texts/m.ts';
import { CONTENT_CHAIN_FILE, type RecordingsConfig } from '../../contract/settings.ts';
import { dayOf, endsSoon, isFresh, validityFault } from './certificate.ts';
import { createSigner } from './cose.ts';
import { readChain } from './signing-key.ts';

const HOUR_MS = 3600_000;

type CredentialsConfig = RecordingsConfig & { DATA_DIR: string };

/** Checks that recordings can be signed and that the time stamp authority works. */
export async function diagnoseCredentials(config: CredentialsConfig): Promise<Finding[]> {
  if (!config.CONTENT_CREDENTIALS) return [ok(m.recordings_doctor_signing_off())];
  const found = [await diagnoseCertificate(config, Date.now())];
  if (config.CONTENT_TSA_URL) found.push(await checkTimeStamps(config.CONTENT_TSA_URL));
  return found;
}

/** Checks the signing certificate at a given time (ms since the epoch). */
export async function diagnoseCertificate(
  { DATA_DIR, CONTENT_CERT_FILE, CONTENT_KEY_FILE }: CredentialsConfig,
  now: number,
): Promise<Finding> {
  if (CONTENT_CERT_FILE && CONTENT_KEY_FILE)
    return await checkCertificate(CONTENT_CERT_FILE, CONTENT_KEY_FILE, now);
  const chainPath = join(DATA_DIR, CONTENT_CHAIN_FILE);
  if (!existsSync(chainPath)) return ok(m.recordings_doctor_certificate_pending());
  const [own] = await readChain(chainPath);
  const certificate = new X509Certificate(own ?? new Uint8Array());
  const day = dayOf(certificate.validTo);
  if (isFresh(certificate, now)) return ok(m.recordings_doctor_certificate_own_ok({ day }));
  return warning(
    validityFault(certificate, now) ?? m.recordings_doctor_certificate_ends({ day }),
    m.recordings_doctor_certificate_own_cure(),
  );
}

async function checkCertificate(chainPath: string, keyPath: string, now: number): Promise<Finding> {
  try {
    const { certificate } = createSigner(await readFile(keyPath, 'utf8'), await readChain(chainPath));
    const fault = validityFault(certificate, now);
    const day = dayOf(certificate.validTo);
    if (fault) return error(fault, m.recordings_doctor_certificate_cure_date());
    if (endsSoon(certificate, now))
      return warning(
        m.recordings_doctor_certificate_ends({ day }),
        m.recordings_doctor_certificate_ends_cure(),
      );
    return ok(m.recordings_doctor_certificate_ok({ day }));
  } catch (fault) {
    return error(
      m.recordings_doctor_certificate_unusable({ why: (fault as Error).message }),
      m.recordings_doctor_certificate_cure(),
    );
  }
}

async function checkTimeStamps(url: string): Promise<Finding> {
  const { origin } = new URL(url);
  const near = (ms: number) => new Date(Date.now() + ms).toISOString();
  try {
    // Imported here because it loads ASN.1 schemas that the server doesn't need otherwise.
    const { fetchTimeStamp } = await import('./time-stamp.ts');
    const signedBy = { validFrom: near(-HOUR_MS), validTo: near(HOUR_MS) };
    await fetchTimeStamp(url, new TextEncoder().encode('doctor'), signedBy);
    return ok(m.recordings_doctor_time_stamps_ok({ origin }));
  } catch (fault) {
    return warning(
      m.recordings_doctor_time_stamps_missing({ origin, why: (fault as Error).message }),
      m.recordings_doctor_time_stamps_cure(),
    );
  }
}

import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { error, type Finding, ok, warning } from '../../../kit/settings/finding.ts';
import { CONTENT_CHAIN_FILE, type RecordingsConfig } from '../../contract/settings.ts';
import { dayOf, endsSoon, isFresh, validityFault } from './certificate.ts';
import { createSigner } from './cose.ts';
import { readChain } from './signing-key.ts';

const HOUR_MS = 3600_000;

type CredentialsConfig = RecordingsConfig & { DATA_DIR: string };

/** Checks that recordings can be signed and that the time stamp authority works. */
export async function diagnoseCredentials(config: CredentialsConfig): Promise<Finding[]> {
  if (!config.CONTENT_CREDENTIALS) return [ok('videos and pictures are not signed, as set')];
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
  if (!existsSync(chainPath)) return ok('a certificate to sign files with is made with the first recording');
  const [own] = await readChain(chainPath);
  const certificate = new X509Certificate(own ?? new Uint8Array());
  const until = dayOf(certificate.validTo);
  if (isFresh(certificate, now))
    return ok(`files are signed with this place’s own certificate, until ${until}`);
  return warning(
    validityFault(certificate, now) ?? `the certificate that signs files ends on ${until}`,
    'It is renewed with the next recording. If that date surprises you, check the clock of this machine.',
  );
}

async function checkCertificate(chainPath: string, keyPath: string, now: number): Promise<Finding> {
  const cure = 'Correct CONTENT_CERT_FILE and CONTENT_KEY_FILE; files that wait are signed then.';
  try {
    const { certificate } = createSigner(await readFile(keyPath, 'utf8'), await readChain(chainPath));
    const fault = validityFault(certificate, now);
    const until = dayOf(certificate.validTo);
    if (fault) return error(fault, `${cure} If the date surprises you, check the clock of this machine.`);
    if (endsSoon(certificate, now))
      return warning(`the certificate that signs files ends on ${until}`, 'Renew it before that day.');
    return ok(`files are signed with a certificate that holds until ${until}`);
  } catch (fault) {
    return error(`files can’t be signed: ${(fault as Error).message}`, cure);
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
    return ok(`time stamps come from ${origin}`);
  } catch (fault) {
    return warning(
      `no time stamps come from ${origin}: ${(fault as Error).message}`,
      'Check CONTENT_TSA_URL, and that this machine reaches it; until then files are signed without.',
    );
  }
}

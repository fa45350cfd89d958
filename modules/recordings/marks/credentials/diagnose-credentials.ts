import { readFile } from 'node:fs/promises';
import { error, type Finding, ok, warning } from '../../../../src/kit/settings/finding.ts';
import type { RecordingsConfig } from '../../settings.ts';
import { createSigner } from './cose.ts';
import { readChain } from './signing-key.ts';

const HOUR_MS = 3600_000;

/** Checks that recordings can be signed, and that the time stamp authority answers as it should. */
export async function diagnoseCredentials(config: RecordingsConfig): Promise<Finding[]> {
  if (!config.CONTENT_CREDENTIALS) return [ok('videos and pictures are not signed, as set')];
  const { CONTENT_CERT_FILE, CONTENT_KEY_FILE, CONTENT_TSA_URL } = config;
  const found = [
    CONTENT_CERT_FILE && CONTENT_KEY_FILE
      ? await lookAtCertificate(CONTENT_CERT_FILE, CONTENT_KEY_FILE)
      : ok('videos and pictures are signed with a certificate of this place’s own'),
  ];
  if (CONTENT_TSA_URL) found.push(await askForTime(CONTENT_TSA_URL));
  return found;
}

async function lookAtCertificate(chainPath: string, keyPath: string): Promise<Finding> {
  const cure = 'Correct CONTENT_CERT_FILE and CONTENT_KEY_FILE; until then files are not signed.';
  try {
    const { certificate } = createSigner(await readFile(keyPath, 'utf8'), await readChain(chainPath));
    const ends = new Date(certificate.validTo);
    if (ends.getTime() < Date.now())
      return error(`the certificate that signs files ended on ${ends.toISOString().slice(0, 10)}`, cure);
    return ok(`files are signed with a certificate that holds until ${ends.toISOString().slice(0, 10)}`);
  } catch (fault) {
    return error(`files can’t be signed: ${(fault as Error).message}`, cure);
  }
}

async function askForTime(url: string): Promise<Finding> {
  const { origin } = new URL(url);
  const near = (ms: number) => new Date(Date.now() + ms).toISOString();
  try {
    // With the schemas of ASN.1, which the server needs for nothing else.
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

import type { X509Certificate } from 'node:crypto';
import { m } from '../../../kit/texts/m.ts';

const DAY_MS = 24 * 3600_000;
/** Our own certificate is renewed this long before it expires; operators are warned about theirs. */
export const ENDS_SOON_MS = 90 * DAY_MS;

type Validity = Pick<X509Certificate, 'validFrom' | 'validTo'>;

/** @returns why a certificate can't sign at this time (ms since the epoch); null if it can */
export function validityFault({ validFrom, validTo }: Validity, now: number): string | null {
  if (Date.parse(validFrom) > now) return m.recordings_doctor_certificate_early({ day: dayOf(validFrom) });
  if (Date.parse(validTo) < now) return m.recordings_doctor_certificate_expired({ day: dayOf(validTo) });
  return null;
}

/** True if it's valid and won't expire soon. */
export const isFresh = (certificate: Validity, now: number): boolean =>
  validityFault(certificate, now) === null && !endsSoon(certificate, now);

export const endsSoon = ({ validTo }: Validity, now: number): boolean =>
  Date.parse(validTo) - now < ENDS_SOON_MS;

export const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);

import type { X509Certificate } from 'node:crypto';

const DAY_MS = 24 * 3600_000;
/** Our own is renewed when it holds for less than this; an operator is warned of theirs. */
export const ENDS_SOON_MS = 90 * DAY_MS;

type Validity = Pick<X509Certificate, 'validFrom' | 'validTo'>;

/** Why a certificate can't sign at a time, in ms since the epoch; null where it can. */
export function validityFault({ validFrom, validTo }: Validity, now: number): string | null {
  if (Date.parse(validFrom) > now)
    return `the certificate that signs files holds only from ${dayOf(validFrom)} on, so one clock is wrong`;
  if (Date.parse(validTo) < now) return `the certificate that signs files ended on ${dayOf(validTo)}`;
  return null;
}

/** True for one that can sign, and will for a while. */
export const isFresh = (certificate: Validity, now: number): boolean =>
  validityFault(certificate, now) === null && !endsSoon(certificate, now);

export const endsSoon = ({ validTo }: Validity, now: number): boolean =>
  Date.parse(validTo) - now < ENDS_SOON_MS;

/** The day of a time, UTC. */
export const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);

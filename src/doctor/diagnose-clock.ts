import { error, type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { Config } from '../config.ts';

const TIMEOUT_MS = 8_000;
const WARNS_FROM_MS = 30_000;
/** S3 and sign-in reject a larger skew. */
const FAILS_FROM_MS = 240_000;

type Peers = Pick<Config, 'STORAGE_URL' | 'oidc' | 'stripe'>;

/** Compares this machine's clock with that of a server that the settings name anyway. */
export async function diagnoseClock({ STORAGE_URL, oidc, stripe }: Peers): Promise<Finding[]> {
  const stripeApi = stripe && (stripe.apiBase ?? 'https://api.stripe.com');
  for (const address of [STORAGE_URL?.endpoint, oidc?.issuer, stripeApi]) {
    const skew = address ? await skewOf(address) : null;
    if (address && skew !== null) return [judge(new URL(address).host, skew)];
  }
  return [ok(m.doctor_clock_alone({ time: new Date().toISOString() }))];
}

/** Lead of the server's clock in ms, from its Date header (1 s resolution); null without one. */
async function skewOf(address: string): Promise<number | null> {
  try {
    const answer = await fetch(address, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const date = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(date) ? null : date - Date.now();
  } catch {
    return null;
  }
}

function judge(host: string, skewMs: number): Finding {
  const off = Math.abs(skewMs);
  const text = (skewMs > 0 ? m.doctor_clock_behind : m.doctor_clock_ahead)({
    seconds: Math.round(off / 1000),
    host,
  });
  const cure = m.doctor_clock_cure();
  if (off > FAILS_FROM_MS) return error(text, cure);
  return off > WARNS_FROM_MS ? warning(text, cure) : ok(m.doctor_clock_ok({ host }));
}

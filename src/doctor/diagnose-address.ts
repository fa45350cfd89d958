import { fetchBounded } from '../../modules/kit/http/outgoing.ts';
import { error, type Finding, ok, warning, withQuote } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { Config } from '../config.ts';
import { holderOf } from '../start/data-dir.ts';

const LIMITS = { timeoutMs: 8_000, maxBytes: 64 * 1024 };

/** Checks that the local server is healthy and that PUBLIC_URL reaches it. */
export async function diagnoseAddress({
  DATA_DIR,
  PUBLIC_URL,
  publicUrlIsSet,
}: Pick<Config, 'DATA_DIR' | 'PUBLIC_URL' | 'publicUrlIsSet'>): Promise<Finding[]> {
  const holder = holderOf(DATA_DIR);
  if (!holder?.inside) return [ok(m.doctor_address_none())];
  const { inside, host, pid } = holder;
  const here = await ask(`${inside}/readyz`);
  if (here === null) {
    return [
      warning(
        m.doctor_address_lost({ pid: String(pid), host, address: inside }),
        m.doctor_address_lost_cure({ host }),
      ),
    ];
  }
  const findings = [
    here.status === 200 ? ok(m.doctor_address_ready({ address: inside })) : unready(inside, here),
  ];
  if (!publicUrlIsSet) return findings;
  return [...findings, await judgeOutside(PUBLIC_URL)];
}

/** Requests the server through PUBLIC_URL, as a browser would. */
async function judgeOutside(publicUrl: string): Promise<Finding> {
  const outside = await ask(`${publicUrl}/healthz`);
  if (outside?.status !== 200) {
    return warning(
      outside === null
        ? m.doctor_address_unreachable({ url: publicUrl })
        : m.doctor_address_status({ url: publicUrl, status: String(outside.status) }),
      m.doctor_address_outside_cure(),
    );
  }
  return (await leadsToItself(`${publicUrl}/terms`))
    ? error(m.doctor_address_loop({ url: publicUrl }), m.doctor_address_loop_cure())
    : ok(m.doctor_address_ok({ url: publicUrl }));
}

/** True if the page redirects to its own address. */
async function leadsToItself(page: string): Promise<boolean> {
  const options = { redirect: 'manual', signal: AbortSignal.timeout(LIMITS.timeoutMs) } as const;
  const location = await fetch(page, { method: 'HEAD', ...options }).then(
    ({ headers }) => headers.get('location'),
    () => null,
  );
  return location !== null && URL.canParse(location, page) && new URL(location, page).href === page;
}

interface Answer {
  status: number;
  text: string;
}

const ask = (url: string): Promise<Answer | null> =>
  fetchBounded(url, {}, LIMITS).then(
    ({ response, bytes }) => ({ status: response.status, text: Buffer.from(bytes).toString('utf8') }),
    () => null,
  );

/** A server that isn't ready, with the reasons that `/readyz` gives. */
function unready(address: string, { status, text }: Answer): Finding {
  const finding = error(
    m.doctor_address_unready({ address, status: String(status) }),
    m.doctor_address_unready_cure(),
  );
  try {
    return withQuote(finding, (JSON.parse(text) as { reasons: string[] }).reasons.join(' '));
  } catch {
    return finding;
  }
}

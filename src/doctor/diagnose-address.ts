import { fetchBounded } from '../../modules/kit/http/outgoing.ts';
import { error, type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
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
  if (!holder?.inside) return [ok('no server runs on this DATA_DIR right now')];
  const { inside, host, pid } = holder;
  const here = await ask(`${inside}/readyz`);
  if (here === null) {
    return [
      warning(
        `the server that had this DATA_DIR last, process ${pid} on ${host}, does not answer at ${inside}`,
        `Start it. If it runs, look from ${host}.`,
      ),
    ];
  }
  const findings =
    here.status === 200
      ? [ok(`the server at ${inside} is ready`)]
      : [
          error(
            `the server at ${inside} is not ready: ${reasonOf(here)}`,
            'See its log: it names what fails.',
          ),
        ];
  if (!publicUrlIsSet) return findings;
  return [...findings, await judgeOutside(PUBLIC_URL)];
}

/** Requests the server through PUBLIC_URL, as a browser would. */
async function judgeOutside(publicUrl: string): Promise<Finding> {
  const outside = await ask(`${publicUrl}/healthz`);
  if (outside?.status !== 200) {
    return warning(
      `${publicUrl} ${outside === null ? 'does not answer this machine' : `is answered ${outside.status}`}`,
      'Look at name server, proxy and certificate. Some networks reach their own address from outside only.',
    );
  }
  return (await leadsToItself(`${publicUrl}/terms`))
    ? error(
        `${publicUrl} redirects to itself: the proxy in front reports http for people who use https`,
        'Have the outermost proxy set X-Forwarded-Proto to https, and the ones behind it pass that on.',
      )
    : ok(`${publicUrl} leads to it`);
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

/** The reasons given by `/readyz`, or else the status code. */
function reasonOf({ status, text }: Answer): string {
  try {
    return (JSON.parse(text) as { reasons: string[] }).reasons.join(' ').replace(/\.$/, '') || String(status);
  } catch {
    return String(status);
  }
}

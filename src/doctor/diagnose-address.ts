import type { Config } from '../config.ts';
import { fetchBounded } from '../kit/http/outgoing.ts';
import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import { holderOf } from '../start/data-dir.ts';

const LIMITS = { timeoutMs: 8_000, maxBytes: 64 * 1024 };

/** Checks that the server that runs here is well, and is the one that people reach at PUBLIC_URL. */
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
  const outside = await ask(`${PUBLIC_URL}/healthz`);
  return [
    ...findings,
    outside?.status === 200
      ? ok(`${PUBLIC_URL} leads to it`)
      : warning(
          `${PUBLIC_URL} ${outside === null ? 'does not answer this machine' : `is answered ${outside.status}`}`,
          'Look at name server, proxy and certificate. Some networks reach their own address from outside only.',
        ),
  ];
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

/** In the words of `/readyz`, where it has any. */
function reasonOf({ status, text }: Answer): string {
  try {
    return (JSON.parse(text) as { reasons: string[] }).reasons.join(' ').replace(/\.$/, '') || String(status);
  } catch {
    return String(status);
  }
}

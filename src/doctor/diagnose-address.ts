import type { Config } from '../config.ts';
import { holderOf } from '../data-dir.ts';
import { error, type Finding, ok, warning } from '../kit/finding.ts';

const WITHIN_MS = 8_000;

/** Whether the server that runs here is well, and is what people reach at PUBLIC_URL. */
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
    here === 200
      ? [ok(`the server at ${inside} is ready`)]
      : [error(`the server at ${inside} is not ready (${here})`, 'See its log: it names what fails.')];
  if (!publicUrlIsSet) return findings;
  const outside = await ask(`${PUBLIC_URL}/healthz`);
  return [
    ...findings,
    outside === 200
      ? ok(`${PUBLIC_URL} leads to it`)
      : warning(
          `${PUBLIC_URL} ${outside === null ? 'does not answer this machine' : `is answered ${outside}`}`,
          'Look at name server, proxy and certificate. Some networks reach their own address from outside only.',
        ),
  ];
}

const ask = (url: string): Promise<number | null> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => null,
  );

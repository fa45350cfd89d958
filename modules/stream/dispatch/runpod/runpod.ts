import { defineDaily } from '../../../jobs/contract/define-daily.ts';
import type { Kit } from '../../../module.ts';
import type { SiteConfig } from '../../../web/contract/settings.ts';
import type { StreamConfig } from '../../contract/settings.ts';
import { createRunpodClient } from './client.ts';
import { createDispatcher } from './dispatcher.ts';
import type { DispatcherDeps } from './job-book.ts';
import { createRunpodJobsStore } from './jobs-store.ts';
import { waitReason } from './words.ts';

const TICK_MS = 500;

/** RunPod GPUs, one job per dream. */
export function createRunpod(
  kit: Kit<StreamConfig & SiteConfig>,
  { node, ...ports }: Pick<DispatcherDeps, 'rooms' | 'nameDream'> & { node: string },
) {
  const { config, db, clock, log } = kit;
  const store = createRunpodJobsStore(db, clock, node, {
    maxJobs: config.RUNPOD_MAX_JOBS,
    maxUsdPerHour: config.RUNPOD_MAX_USD_PER_HOUR ?? null,
    usdPerHour: config.GPU_USD_PER_HOUR ?? null,
  });
  const client = createRunpodClient({
    apiBase: config.RUNPOD_API_BASE,
    endpointId: config.RUNPOD_ENDPOINT_ID ?? '',
    apiKey: config.RUNPOD_API_KEY ?? '',
  });
  const dispatcher = createDispatcher({ clock, log, client, store, ...ports });

  return {
    webhook: dispatcher.webhook,
    schedules: [defineDaily('forget-gpu-jobs', '00:40', () => store.dropOld())],
    recover: dispatcher.recover,
    pass: dispatcher.pass,
    trouble: dispatcher.trouble,
    /** why people are waiting, for operators */
    waitReason: () => waitReason(dispatcher.troubles(), config),

    /** @param ownAddress `http://host:port`, used for a RunPod stand-in on this machine */
    start(ownAddress: string) {
      const web = config.NODE_URL ?? (config.publicUrlIsSet ? config.PUBLIC_URL : ownAddress);
      dispatcher.open({ relay: web.replace(/^http/, 'ws'), web });
      const timer = setInterval(dispatcher.tick, TICK_MS);
      return {
        async stop(): Promise<void> {
          await dispatcher.stop();
          clearInterval(timer);
        },
      };
    },
  };
}

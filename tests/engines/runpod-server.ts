import { createRandom } from '../../modules/generator/random.ts';
import { bodyOf, startHttpPeer } from './http-peer.ts';
import { createRunpodPeer } from './runpod-peer.ts';

export const RUNPOD_KEY = 'a-runpod-key-for-tests';
export const ENDPOINT = 'endpoint1';
/** Time before an empty answer, where the real RunPod would hold the request open. */
const HELD_MS = 200;

export type RunpodServer = Awaited<ReturnType<typeof startRunpodServer>>;

/** The fake RunPod on loopback, for real servers and workers. */
export async function startRunpodServer() {
  const webhooks: { url: string; status: Promise<number> }[] = [];
  const peer = createRunpodPeer({
    now: Date.now,
    random: createRandom(7),
    apiKey: RUNPOD_KEY,
    post(url, body) {
      const sent = fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      webhooks.push({ url, status: sent.then(({ status }) => status).catch(() => 0) });
    },
  });
  const { url, stop } = await startHttpPeer(async (request, response) => {
    const body = await bodyOf(request);
    const asked = new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '' },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const answer = await peer.handle(asked);
    if (answer.status === 204) await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const base = `${url}/v2`;
  return {
    peer,
    webhooks,
    stop,
    /** environment of a server that starts its workers here */
    serverEnv: {
      WORKERS: 'runpod',
      RUNPOD_API_BASE: base,
      RUNPOD_API_KEY: RUNPOD_KEY,
      RUNPOD_ENDPOINT_ID: ENDPOINT,
    },
    /** environment that RunPod sets in a worker's container */
    workerEnv: (workerId: string) => ({
      RUNPOD_POD_ID: workerId,
      RUNPOD_AI_API_KEY: RUNPOD_KEY,
      RUNPOD_WEBHOOK_GET_JOB: `${base}/${ENDPOINT}/job-take/$ID?gpu=none`,
      RUNPOD_WEBHOOK_POST_OUTPUT: `${base}/${ENDPOINT}/job-done/$RUNPOD_POD_ID/$ID?gpu=none`,
      RUNPOD_WEBHOOK_PING: `${base}/${ENDPOINT}/ping/$RUNPOD_POD_ID`,
      RUNPOD_PING_INTERVAL: '500',
    }),
  };
}

import { fetchBounded } from '../../../src/kit/http/outgoing.ts';
import { createLog } from '../../../src/kit/log.ts';
import { error, type Finding, ok, warning } from '../../../src/kit/settings/finding.ts';
import { drawOne } from '../../worker/draw-one.ts';
import { faultOf } from '../../worker/engines/kit/adapter.ts';
import { openEngineGenerator } from '../../worker/engines/kit/engine-generator.ts';
import { GeneratorFault } from '../../worker/generator.ts';
import type { GeneratorConfig } from '../../worker/generators.ts';
import { type EngineName, openAdapter, openGenerator } from '../../worker/generators.ts';
import { generatorFault } from '../../worker/own-generator.ts';
import type { StreamConfig } from '../settings.ts';
import { createRunpodClient } from './runpod/client.ts';

const ENGINE_WITHIN_MS = 15_000;
/** Less than the doctor waits for any of its looks. */
const DRAWS_WITHIN_MS = 50_000;
const QUIET = createLog('error');
const SERVER_LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };

export const NO_AI = warning(
  'the demo painter draws, which is no AI',
  'For AI video set GENERATOR=diffusion, or name an engine and its ENGINE_URL.',
);

/** Whether what draws, and the servers that help with words and voices, can be used as they are set. */
export async function diagnoseEngines(config: StreamConfig & GeneratorConfig): Promise<Finding[]> {
  return (await Promise.all([diagnoseWorkers(config), diagnoseHelpers(config)])).flat();
}

/** The servers that help with words and voices. */
export async function diagnoseHelpers(config: StreamConfig): Promise<Finding[]> {
  const found = await Promise.all([
    diagnoseServer('LLM', config.LLM_BASE_URL, config.LLM_API_KEY),
    diagnoseServer('ASR', config.ASR_BASE_URL, config.ASR_API_KEY),
  ]);
  return found.flat();
}

async function diagnoseWorkers(config: StreamConfig & GeneratorConfig): Promise<Finding[]> {
  const { workers } = config;
  if (workers.kind === 'runpod') return [await diagnoseRunpod(config)];
  if (workers.kind === 'fleet') {
    return [
      config.WORKER_TOKEN
        ? ok(
            'waits for workers that dial in with WORKER_TOKEN; see who is there under Workers in the dashboard',
          )
        : warning(
            'waits for workers that dial in with a generated token',
            'On several nodes set WORKER_TOKEN, so that a worker may dial any of them.',
          ),
    ];
  }
  return [await diagnoseGenerator(config)];
}

async function diagnoseGenerator(config: GeneratorConfig): Promise<Finding> {
  const { GENERATOR } = config;
  if (GENERATOR === 'demo') return NO_AI;
  return GENERATOR === 'diffusion' ? diagnoseModel(config) : diagnoseEngine(GENERATOR, config);
}

/** What isn't here yet is fetched by the first start, and not by a look at it. */
async function diagnoseModel(config: GeneratorConfig): Promise<Finding> {
  const cure = 'See MODEL, MODEL_LICENCE and DEVICE.';
  const fault = await generatorFault(config);
  if (fault) return error(fault.replace(/\.$/, ''), cure);
  const { toFetch } = await import('../../worker/diffusion/to-fetch.ts');
  try {
    const missing = await toFetch(config);
    if (missing)
      return warning(
        `${config.MODEL} has not drawn here yet: ${missing} will be fetched by the first start`,
        'Start the server, and look again.',
      );
    const generator = await openGenerator(config, QUIET, () => {});
    const { version } = generator;
    const why = await drawOne(generator, AbortSignal.timeout(DRAWS_WITHIN_MS));
    return why === null ? ok(`${version} drew a picture`) : error(`${version} did not draw: ${why}`, cure);
  } catch (error_) {
    if (!(error_ instanceof GeneratorFault)) throw error_;
    return error(error_.message.replace(/\.$/, ''), cure);
  }
}

async function diagnoseEngine(name: EngineName, config: GeneratorConfig): Promise<Finding> {
  const adapter = await openAdapter(name, config);
  const cure = 'Start it, and check ENGINE_URL and ENGINE_KEY.';
  try {
    const { version, remark } = await adapter.prepare(() => {}, AbortSignal.timeout(ENGINE_WITHIN_MS));
    const generator = await openEngineGenerator(adapter, QUIET, () => {});
    const why = await drawOne(generator, AbortSignal.timeout(DRAWS_WITHIN_MS - ENGINE_WITHIN_MS));
    if (why !== null) return error(`${adapter.label} (${version}) did not draw: ${why}`, cure);
    return remark
      ? warning(`${adapter.label} (${version}) drew a picture, but ${remark}`, 'Correct WORKFLOW.')
      : ok(`${adapter.label} is there and drew a picture (${version})`);
  } catch (fault) {
    await adapter.close?.();
    return error(`${adapter.label} can't draw (${faultOf(fault).message})`, cure);
  }
}

export async function diagnoseRunpod(config: StreamConfig): Promise<Finding> {
  const {
    RUNPOD_API_BASE: apiBase,
    RUNPOD_ENDPOINT_ID: endpointId = '',
    RUNPOD_API_KEY: apiKey = '',
  } = config;
  const workers = await createRunpodClient({ apiBase, endpointId, apiKey }).health();
  return workers === null
    ? error(
        'RunPod does not say how the endpoint is',
        'Check RUNPOD_ENDPOINT_ID and RUNPOD_API_KEY, and that this machine reaches RUNPOD_API_BASE.',
      )
    : ok(`RunPod knows the endpoint; ${workers} GPUs are up`);
}

/** Servers that speak OpenAI's API list their models; some don't, and are there all the same. */
async function diagnoseServer(name: 'LLM' | 'ASR', base?: string, key?: string): Promise<Finding[]> {
  if (!base) return [];
  // A path may hold a key, as gateways' do.
  const { origin } = new URL(base);
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  try {
    const { response } = await fetchBounded(`${base}/models`, { headers }, SERVER_LIMITS);
    if (response.status === 401 || response.status === 403)
      return [error(`the server at ${origin} refuses the key`, `Check ${name}_API_KEY.`)];
    return [ok(`a server answers at ${origin}`)];
  } catch (fault) {
    return [
      error(
        `nobody answers at ${origin} (${(fault as Error).message})`,
        `Start that server, or correct ${name}_BASE_URL.`,
      ),
    ];
  }
}

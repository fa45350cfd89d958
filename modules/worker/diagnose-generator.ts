import { createLog } from '../kit/log.ts';
import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import { GeneratorFault } from './contract/faults.ts';
import { NO_AI } from './contract/no-ai.ts';
import { drawOne } from './draw-one.ts';
import { faultOf } from './engines/kit/adapter.ts';
import { openEngineGenerator } from './engines/kit/engine-generator.ts';
import { type EngineName, type GeneratorConfig, openAdapter, openGenerator } from './generators.ts';
import { generatorFault } from './own-generator.ts';

const ENGINE_TIMEOUT_MS = 15_000;
/** Shorter than the doctor's own timeout for a check. */
const DRAWS_TIMEOUT_MS = 50_000;
const QUIET = createLog('error');

export async function diagnoseGenerator(config: GeneratorConfig): Promise<Finding> {
  const { GENERATOR } = config;
  if (GENERATOR === 'demo') return NO_AI;
  return GENERATOR === 'diffusion' ? diagnoseModel(config) : diagnoseEngine(GENERATOR, config);
}

/** A missing model is downloaded on the first start, not by this check. */
async function diagnoseModel(config: GeneratorConfig): Promise<Finding> {
  const cure = 'See MODEL, MODEL_LICENCE and DEVICE.';
  const fault = await generatorFault(config);
  if (fault) return error(fault.replace(/\.$/, ''), cure);
  const { toFetch } = await import('./diffusion/to-fetch.ts');
  try {
    const missing = await toFetch(config);
    if (missing)
      return warning(
        `${config.MODEL} has not drawn here yet: ${missing} will be fetched by the first start`,
        'Start the server, and look again.',
      );
    const generator = await openGenerator(config, QUIET, () => {});
    const { version } = generator;
    const drawn = await drawOne(generator, AbortSignal.timeout(DRAWS_TIMEOUT_MS));
    return typeof drawn === 'string'
      ? error(`${version} did not draw: ${drawn}`, cure)
      : { ...ok(`${version} drew a picture`), picture: base64(drawn) };
  } catch (error_) {
    if (!(error_ instanceof GeneratorFault)) throw error_;
    return error(error_.message.replace(/\.$/, ''), cure);
  }
}

async function diagnoseEngine(name: EngineName, config: GeneratorConfig): Promise<Finding> {
  const adapter = await openAdapter(name, config);
  const cure = 'Start it, and check ENGINE_URL and ENGINE_KEY.';
  try {
    const { version, remark } = await adapter.prepare(() => {}, AbortSignal.timeout(ENGINE_TIMEOUT_MS));
    const generator = await openEngineGenerator(adapter, QUIET, () => {});
    const drawn = await drawOne(generator, AbortSignal.timeout(DRAWS_TIMEOUT_MS - ENGINE_TIMEOUT_MS));
    if (typeof drawn === 'string') return error(`${adapter.label} (${version}) did not draw: ${drawn}`, cure);
    const finding = remark
      ? warning(`${adapter.label} (${version}) drew a picture, but ${remark}`, 'Correct WORKFLOW.')
      : ok(`${adapter.label} is there and drew a picture (${version})`);
    return { ...finding, picture: base64(drawn) };
  } catch (fault) {
    await adapter.close?.();
    return error(`${adapter.label} can't draw (${faultOf(fault).message})`, cure);
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

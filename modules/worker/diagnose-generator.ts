import { createLog } from '../kit/log.ts';
import { error, type Finding, ok, warning, withQuote } from '../kit/settings/finding.ts';
import { m } from '../kit/texts/m.ts';
import { GeneratorFault } from './contract/faults.ts';
import { noAi } from './contract/no-ai.ts';
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
  if (GENERATOR === 'demo') return noAi();
  return GENERATOR === 'diffusion' ? diagnoseModel(config) : diagnoseEngine(GENERATOR, config);
}

/** A missing model is downloaded on the first start, not by this check. */
async function diagnoseModel(config: GeneratorConfig): Promise<Finding> {
  const cure = m.worker_doctor_model_cure();
  const unready = (reason: string) =>
    withQuote(error(m.worker_doctor_model_unready({ model: config.MODEL }), cure), reason);
  const fault = await generatorFault(config);
  if (fault) return unready(fault);
  const { toFetch } = await import('./diffusion/to-fetch.ts');
  try {
    const missing = await toFetch(config);
    if (missing)
      return warning(
        m.worker_doctor_model_missing({ model: config.MODEL, downloads: missing }),
        m.worker_doctor_model_missing_cure(),
      );
    const generator = await openGenerator(config, QUIET, () => {});
    const { version } = generator;
    const drawn = await drawOne(generator, AbortSignal.timeout(DRAWS_TIMEOUT_MS));
    return typeof drawn === 'string'
      ? withQuote(error(m.worker_doctor_model_failed({ model: version }), cure), drawn)
      : { ...ok(m.worker_doctor_model_works({ model: version })), picture: base64(drawn) };
  } catch (error_) {
    if (!(error_ instanceof GeneratorFault)) throw error_;
    return unready(error_.message);
  }
}

async function diagnoseEngine(name: EngineName, config: GeneratorConfig): Promise<Finding> {
  const adapter = await openAdapter(name, config);
  const cure = m.worker_doctor_engine_cure();
  try {
    const { version, remark } = await adapter.prepare(() => {}, AbortSignal.timeout(ENGINE_TIMEOUT_MS));
    const generator = await openEngineGenerator(adapter, QUIET, () => {});
    const drawn = await drawOne(generator, AbortSignal.timeout(DRAWS_TIMEOUT_MS - ENGINE_TIMEOUT_MS));
    if (typeof drawn === 'string')
      return withQuote(error(m.worker_doctor_engine_failed({ engine: adapter.label, version }), cure), drawn);
    const finding = remark
      ? warning(
          m.worker_doctor_engine_remark({ engine: adapter.label, version, remark }),
          m.worker_doctor_engine_remark_cure(),
        )
      : ok(m.worker_doctor_engine_works({ engine: adapter.label, version }));
    return { ...finding, picture: base64(drawn) };
  } catch (fault) {
    await adapter.close?.();
    return withQuote(
      error(m.worker_doctor_engine_unready({ engine: adapter.label }), cure),
      faultOf(fault).message,
    );
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

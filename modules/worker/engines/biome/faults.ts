import { m } from '../../../kit/texts/m.ts';
import { EngineFault } from '../kit/adapter.ts';
import { isOutOfMemory, outOfMemory, reported } from '../kit/call-engine.ts';

export const LABEL = 'Biome';

/** The reason for a wait; null for stages that need none. */
export function stageText(stage: string, model: string): string | null {
  if (stage.startsWith('startup.')) return m.worker_biome_starting();
  if (stage.startsWith('session.loading_model.')) return m.worker_engine_loading({ engine: LABEL, model });
  if (stage.startsWith('session.warmup.')) return m.worker_biome_compiling();
  if (stage === 'session.scene_authoring.load') return m.worker_biome_loading_scenes();
  if (stage.startsWith('session.init.') || stage === 'session.reset') return m.worker_biome_entering();
  return null;
}

/** Keyed by the last part of Biome's message ids. */
const FAULTS: Readonly<Record<string, { words: () => string; isFinal?: boolean }>> = {
  protocolVersionMismatch: { words: () => m.worker_biome_version(), isFinal: true },
  serverBusy: { words: () => m.worker_biome_busy() },
  serverStartupFailed: { words: () => m.worker_biome_not_started(), isFinal: true },
  quantUnsupportedGpu: { words: () => m.worker_biome_precision(), isFinal: true },
  sceneAuthoringModelLoadFailed: { words: () => m.worker_biome_no_scenes(), isFinal: true },
  sceneAuthoringModelNotLoaded: { words: () => m.worker_biome_no_scenes(), isFinal: true },
  seedUnsafe: { words: () => m.worker_biome_unsafe_seed(), isFinal: true },
  missingSeedData: { words: () => m.worker_biome_bad_seed(), isFinal: true },
  invalidSeedData: { words: () => m.worker_biome_bad_seed(), isFinal: true },
  seedLoadFailed: { words: () => m.worker_biome_bad_seed() },
  seedSafetyCheckFailed: { words: () => m.worker_biome_bad_seed() },
  timeoutWaitingForSeed: { words: () => m.worker_biome_seed_late() },
  deviceRecoveryFailed: { words: () => m.worker_biome_device() },
};

const lastPart = (id: string | null | undefined) => id?.split('.').at(-1) ?? '';

export const isRejection = (id: string | null | undefined) => lastPart(id).endsWith('SafetyRejected');
export const isInProgress = (id: string | null | undefined) => lastPart(id).endsWith('AlreadyInProgress');

/** Turns Biome's id of an error or warning, or its own text, into a fault. */
export function faultFor(id: string | null | undefined, message: string | null | undefined): EngineFault {
  if (message && isOutOfMemory(message)) return outOfMemory(LABEL);
  const known = FAULTS[lastPart(id)];
  if (known) return new EngineFault(known.words(), known.isFinal);
  return reported(LABEL, message || lastPart(id) || m.worker_scope_no_reason());
}

/** Biome's terms (2.1 and 2.2) forbid access by anyone but its user. */
export const exposureFault = () => new EngineFault(m.worker_biome_loopback(), true, m.worker_engine_failed());

import type { Measured } from '../../../modules/voice/contract/model-sizes.ts';
import { readStored, writeStored } from '../../browser/stored.ts';

const KEY = 'voice-speed';

/** Time per sentence on this device. Null before the first measurement. */
export function readSpeed(): Measured | null {
  try {
    const { name, device, ms } = JSON.parse(readStored(KEY) ?? '{}') as Partial<Measured>;
    return typeof name === 'string' && typeof device === 'string' && typeof ms === 'number' && ms > 0
      ? { name, device, ms }
      : null;
  } catch {
    return null;
  }
}

/** Keeps the first measurement of each model and device; later ones come from phrases of any length. */
export function noteSpeed(measured: Measured): void {
  const known = readSpeed();
  if (known?.name === measured.name && known.device === measured.device) return;
  writeStored(KEY, JSON.stringify(measured));
}

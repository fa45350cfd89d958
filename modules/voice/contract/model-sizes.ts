/** Whisper sizes that devices can run, with their millions of parameters from OpenAI's model card. */
const MILLIONS = { tiny: 39, base: 74, small: 244 } as const;
export type ModelSize = keyof typeof MILLIONS;
export const MODEL_SIZES = Object.keys(MILLIONS) as ModelSize[];

/** The size within a model name, such as `onnx-community/whisper-base` or `…/whisper-tiny.en`. */
const SIZE = /(?<![a-z])(tiny|base|small)(?![a-z])(?!.*\/)/;

export interface SizedModel {
  size: ModelSize;
  name: string;
  /** download size */
  bytes: number;
}

/** Time per sentence measured on this device. */
export interface Measured {
  name: string;
  device: string;
  ms: number;
}

/** The longest acceptable wait. Above it, a smaller model serves better. */
const LONG_MS = 2_500;

export const sizeOfModel = (name: string): ModelSize | null => (SIZE.exec(name)?.[1] as ModelSize) ?? null;

/** The same model in another size. */
export const inSize = (name: string, size: ModelSize): string => name.replace(SIZE, size);

/**
 * Expected time per sentence in ms, in proportion to the parameters. Null if nothing has been measured on this device.
 */
export function expectedMs(name: string, device: string, measured: Measured | null): number | null {
  const [size, known] = [sizeOfModel(name), measured && sizeOfModel(measured.name)];
  if (!measured || measured.device !== device) return null;
  if (measured.name === name) return measured.ms;
  return size && known ? (measured.ms * MILLIONS[size]) / MILLIONS[known] : null;
}

/** A model that suits this device better than the current one, and why. */
export interface SizeProposal extends SizedModel {
  because: 'slow' | 'small';
}

/**
 * Proposes the smallest model until something has been measured: it downloads fastest and shows how fast the device is.
 * After that, proposes a smaller model only if sentences take too long.
 */
export function proposeSize(
  models: readonly SizedModel[],
  current: string,
  device: string,
  measured: Measured | null,
): SizeProposal | null {
  const own = models.find(({ name }) => name === current);
  const smaller = models.filter(({ bytes }) => own && bytes < own.bytes);
  const smallest = smaller.reduce<SizedModel | null>(
    (least, one) => (least && least.bytes <= one.bytes ? least : one),
    null,
  );
  if (!smallest) return null;
  const ms = expectedMs(current, device, measured);
  if (ms === null) return { ...smallest, because: 'small' };
  if (ms <= LONG_MS) return null;
  const quick = smaller
    .filter(({ name }) => (expectedMs(name, device, measured) ?? 0) <= LONG_MS)
    .toSorted((one, other) => other.bytes - one.bytes);
  return { ...(quick[0] ?? smallest), because: 'slow' };
}

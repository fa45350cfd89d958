const START_CODE = Uint8Array.of(0, 0, 0, 1);

/** Form of a stream whose units stand behind their lengths, as MP4 has it. */
export interface LengthForm {
  /** bytes of each length */
  lengthBytes: number;
  /** parameter sets, which that form keeps apart, in Annex B */
  parameters: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a decoder's description (ISO 14496-15, `avcC`). Some browsers give one, and units behind their lengths, although
 * they were asked for Annex B and say that they can.
 * @throws Error where it is torn
 */
export function readDescription(description: Uint8Array): LengthForm {
  let at = 5;
  const sets: Uint8Array[] = [];
  for (const mask of [0x1f, 0xff]) {
    let count = (description[at] ?? 0) & mask;
    for (at += 1; count > 0; count -= 1) {
      const size = lengthAt(description, at, 2);
      sets.push(description.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  }
  return { lengthBytes: ((description[4] ?? 0) & 3) + 1, parameters: joined(sets) };
}

/** @throws Error where a length leads out of the access unit */
export function toAnnexB(
  bytes: Uint8Array,
  { lengthBytes, parameters }: LengthForm,
  key: boolean,
): Uint8Array<ArrayBuffer> {
  const units: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + lengthBytes;
    at = start + lengthAt(bytes, at, lengthBytes);
    units.push(bytes.subarray(start, at));
  }
  const unit = joined(units);
  if (!key) return unit;
  const whole = new Uint8Array(parameters.length + unit.length);
  whole.set(parameters);
  whole.set(unit, parameters.length);
  return whole;
}

function lengthAt(bytes: Uint8Array, at: number, count: number): number {
  let length = 0;
  for (const byte of bytes.subarray(at, at + count)) length = length * 256 + byte;
  if (length === 0 || at + count + length > bytes.length) throw new Error('a torn H.264 access unit');
  return length;
}

function joined(units: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(units.reduce((sum, { length }) => sum + START_CODE.length + length, 0));
  let at = 0;
  for (const unit of units) {
    whole.set(START_CODE, at);
    whole.set(unit, at + START_CODE.length);
    at += START_CODE.length + unit.length;
  }
  return whole;
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);

/** Length-prefixed NAL units, as in MP4. */
export interface LengthForm {
  /** size of each length field, in bytes */
  lengthBytes: number;
  /** parameter sets in Annex B; this form keeps them outside the stream */
  parameters: Uint8Array<ArrayBuffer>;
}

/**
 * Parses a decoder description (ISO 14496-15, `avcC`). Some browsers return one, with length-prefixed units, although
 * they claim to support Annex B.
 * @throws Error if it is truncated
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

/** @throws Error if a length points beyond the access unit */
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

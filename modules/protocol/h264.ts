import type { AccessUnit, SequenceSet } from './access-unit.ts';

/**
 * Parses the part of an H.264 access unit that is checked before it is forwarded: the units up to the first slice,
 * including a keyframe's sequence parameter set. Syntax and names follow ITU-T H.264, 7.3 and Annex B.
 */

/** The limits below are what every browser can decode. */
const HIGH_PROFILE = 100;
/** Baseline, Main and High. */
const PROFILES = [66, 77, HIGH_PROFILE];
/** 4.0 in `level_idc` units. */
const MAX_LEVEL = 40;
/** Maximum units (parameter sets, messages, delimiters) before the first slice; encoders write about three. */
const MAX_UNITS = 16;
/** Maximum bytes examined before the first slice; encoders write a few hundred. */
const MAX_HEAD_BYTES = 64 * 1024;
/** Without a scaling matrix, a sequence parameter set has about 20 bytes. */
const MAX_SET_BYTES = 512;
/** Width and height, in pixels. */
const MACROBLOCK = 16;
/** Maximum per frame at level 4.0, such as 1920 × 1088 pixels. */
const MAX_MACROBLOCKS = 8192;
const MIN_SIDE = 16;
const NO_CROP = [0, 0, 0, 0] as const;

const NAL = {
  slice: 1,
  idr: 5,
  message: 6,
  sequenceSet: 7,
  pictureSet: 8,
  delimiter: 9,
  filler: 12,
} as const;
/** Both `slice_type` values of B slices. */
const B_SLICES = [1, 6];
/** 0, 0, 1 */
const START_CODE_BYTES = 3;

/**
 * Parses the head of an access unit. @returns the reason as text if it can't be shown or recorded. Only a decoder can
 * find faults in the slices themselves. Never throws or copies the image.
 */
export function readAccessUnit(bytes: Uint8Array): AccessUnit | string {
  let sequence: Omit<SequenceSet, 'parameters'> | null = null;
  let hasPictureSet = false;
  const sets: Uint8Array[] = [];
  const head = bytes.subarray(0, MAX_HEAD_BYTES);
  let at = startOf(head, 0);
  if (at !== 0 && !(at === 1 && bytes[0] === 0)) return 'no H.264 in Annex B';
  for (let count = 0; count < MAX_UNITS && at >= 0; count += 1) {
    const start = at + START_CODE_BYTES;
    const header = bytes[start];
    if (header === undefined) break;
    if ((header & 0x80) !== 0) return 'a damaged H.264 unit';
    const type = header & 0x1f;
    if (type === NAL.slice || type === NAL.idr) {
      if (B_SLICES.includes(sliceType(bytes, start + 1))) return 'an H.264 picture that refers to later ones';
      if (type === NAL.slice)
        return sequence ? 'H.264 parameters before a picture that is no keyframe' : { set: null };
      if (!sequence || !hasPictureSet) return 'an H.264 keyframe without its parameters';
      return { set: { ...sequence, parameters: sets } };
    }
    if (type === NAL.sequenceSet) {
      const read = readSequenceSet(bytes.subarray(start + 1, start + 1 + MAX_SET_BYTES));
      if (typeof read === 'string') return read;
      sequence = read;
    } else if (type === NAL.pictureSet) hasPictureSet = true;
    else if (type !== NAL.message && type !== NAL.delimiter && type !== NAL.filler) {
      return `an H.264 unit of type ${type}`;
    }
    const next = startOf(head, start + 1);
    if (type === NAL.sequenceSet || type === NAL.pictureSet)
      sets.push(bytes.subarray(at, next < 0 ? undefined : next));
    at = next;
  }
  return 'an H.264 access unit without a picture';
}

/** True if any slice may refer to later frames. Scans the whole access unit, so it isn't for live use. */
export function holdsBSlice(bytes: Uint8Array): boolean {
  for (let at = startOf(bytes, 0); at >= 0; at = startOf(bytes, at + 1)) {
    const start = at + START_CODE_BYTES;
    const type = (bytes[start] ?? 0) & 0x1f;
    if (type === NAL.slice && B_SLICES.includes(sliceType(bytes, start + 1))) return true;
  }
  return false;
}

/** Offset of the next start code at or after `from`; −1 if there is none. */
function startOf(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(1, from + 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return at - 2;
  }
  return -1;
}

function sliceType(bytes: Uint8Array, at: number): number {
  const bits = createBitReader(bytes.subarray(at, at + 16));
  bits.unsigned(); // first_mb_in_slice
  return bits.unsigned();
}

function readSequenceSet(bytes: Uint8Array): Omit<SequenceSet, 'parameters'> | string {
  const [profile = 0, constraints = 0, level = 0] = bytes;
  if (!PROFILES.includes(profile)) return `H.264 of profile ${profile}`;
  if (level > MAX_LEVEL) return `H.264 of level ${level / 10}`;
  const bits = createBitReader(withoutEmulation(bytes.subarray(3)));
  bits.unsigned(); // seq_parameter_set_id
  if (profile === HIGH_PROFILE) {
    if (bits.unsigned() !== 1) return 'H.264 whose colours are not 4:2:0';
    if (bits.unsigned() + bits.unsigned() !== 0) return 'H.264 of more than 8 bits a sample';
    bits.skip(1);
    if (bits.flag()) skipScalingMatrix(bits);
  }
  bits.unsigned(); // log2_max_frame_num
  const order = bits.unsigned();
  if (order === 0) bits.unsigned();
  else if (order === 1) {
    bits.skip(1);
    bits.unsigned();
    bits.unsigned();
    for (let count = Math.min(255, bits.unsigned()); count > 0; count -= 1) bits.unsigned();
  }
  bits.unsigned(); // max_num_ref_frames
  bits.skip(1);
  const across = bits.unsigned() + 1;
  const down = bits.unsigned() + 1;
  if (!bits.flag()) return 'interlaced H.264';
  bits.skip(1);
  // In chroma samples: with 4:2:0, half as many each way.
  const [left, right, top, bottom] = bits.flag()
    ? ([bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] as const)
    : NO_CROP;
  if (bits.isOver) return 'H.264 with torn parameters';
  const width = across * MACROBLOCK - 2 * (left + right);
  const height = down * MACROBLOCK - 2 * (top + bottom);
  if (width < MIN_SIDE || height < MIN_SIDE || across * down > MAX_MACROBLOCKS)
    return `H.264 of ${width} × ${height} pixels`;
  const hex = [profile, constraints, level].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { codec: `avc1.${hex}`, width, height };
}

function skipScalingMatrix(bits: BitReader): void {
  for (let list = 0; list < 8; list += 1) {
    if (!bits.flag()) continue;
    let last = 8;
    let next = 8;
    for (let entry = 0; entry < (list < 6 ? 16 : 64) && !bits.isOver; entry += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

/** Removes emulation prevention bytes. */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
}

type BitReader = ReturnType<typeof createBitReader>;

/** Reads bits from the front; zeros past the end. */
function createBitReader(bytes: Uint8Array) {
  let at = 0;
  const bit = (): number => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  /** Exp-Golomb, 9.1 */
  const unsigned = (): number => {
    let zeros = 0;
    while (zeros < 32 && bit() === 0) zeros += 1;
    let value = 1;
    for (let count = 0; count < zeros; count += 1) value = value * 2 + bit();
    return value - 1;
  };
  return {
    unsigned,
    signed(): number {
      const code = unsigned();
      return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
    },
    flag: () => bit() === 1,
    skip(count: number): void {
      at += count;
    },
    get isOver() {
      return at > bytes.length * 8;
    },
  };
}

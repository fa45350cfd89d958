import { sizeFault } from './image-order.ts';

/** A worker declares sides of 16 to 8192 pixels. */
const MIN_SIDE = 16;
const LARGEST = { width: 8192, height: 8192 };
/** Encoders write ten or so; each takes as long as the whole image. */
const MAX_SCANS = 64;

/** Tables, comments, profiles and fill bytes that may come before the frame header; encoders write five or so. */
const MAX_STEPS = 64;
const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const PROGRESSIVE = 0xc2;
const START_OF_SCAN = Buffer.of(MARKER, 0xda);
const SAMPLE_BITS = 8;

/** By the last byte of their marker, the kinds of JPEG, each with the word for it where it is refused. */
const KINDS = new Map<number, string | null>([
  [0xc0, null],
  [0xc1, null],
  [0xc2, null],
  [0xc3, 'a lossless JPEG'],
  [0xc5, 'a hierarchical JPEG'],
  [0xc6, 'a hierarchical JPEG'],
  [0xc7, 'a hierarchical JPEG'],
  [0xc9, 'an arithmetic-coded JPEG'],
  [0xca, 'an arithmetic-coded JPEG'],
  [0xcb, 'an arithmetic-coded JPEG'],
  [0xcd, 'a hierarchical JPEG'],
  [0xce, 'a hierarchical JPEG'],
  [0xcf, 'a hierarchical JPEG'],
  [0xf7, 'a JPEG-LS picture'],
]);

/**
 * Reason why a frame is not shown, or null for one that may be: a baseline (SOF0), extended sequential (SOF1) or
 * progressive (SOF2) JPEG of 8 bits a sample. That is what every browser decodes; of the others the video's decoder
 * takes some and the decoder of its stills none. Of a size and shape that can be shown and recorded, and of no more
 * scans than are decoded in time. Looks at the headers only; only a decoder finds faults of the pixels. Never throws.
 */
export function pictureFault(jpeg: Uint8Array, largest = LARGEST): string | null {
  if (jpeg[0] !== MARKER || jpeg[1] !== START_OF_IMAGE) return 'no JPEG';
  let at = 2;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const code = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== MARKER) break;
    if (code === MARKER) {
      // Fill bytes may come before a marker.
      at += 1;
      continue;
    }
    const kind = KINDS.get(code);
    if (kind === null)
      return frameFault(jpeg, at + 2, largest) ?? (code === PROGRESSIVE ? scansFault(jpeg, at) : null);
    if (kind !== undefined) return kind;
    // Markers that stand alone (restart marks, the end) and tables that the scan needs come only after the frame
    // header.
    if (code < 0xc0 || (code >= 0xd0 && code <= 0xda)) break;
    const length = uint16(jpeg, at + 2);
    if (length < 2) break;
    at += 2 + length;
  }
  return 'a JPEG without a frame header';
}

/** Looks at the frame header: length, bits a sample, height, width, components. */
function frameFault(jpeg: Uint8Array, at: number, largest: typeof LARGEST): string | null {
  const height = uint16(jpeg, at + 3);
  const width = uint16(jpeg, at + 5);
  if (jpeg[at + 2] !== SAMPLE_BITS) return `a JPEG of ${jpeg[at + 2] ?? 0} bits a sample`;
  if (width === 0 || height === 0) return 'a JPEG without a size';
  const isShort = width <= largest.width && height <= largest.height;
  const fits = isShort && sizeFault(width, height, MIN_SIDE) === null;
  return fits ? null : `a JPEG of ${width} × ${height} pixels`;
}

/** Within a scan the bytes of a marker never follow each other. */
function scansFault(jpeg: Uint8Array, from: number): string | null {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let at = from;
  for (let scan = 0; scan <= MAX_SCANS; scan += 1) {
    at = bytes.indexOf(START_OF_SCAN, at) + 1;
    if (at === 0) return null;
  }
  return `a JPEG of more than ${MAX_SCANS} scans`;
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

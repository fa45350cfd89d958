import { sizeFault } from './image-order.ts';

/** Workers declare sides of 16 to 8192 pixels. */
const MIN_SIDE = 16;
const LARGEST = { width: 8192, height: 8192 };
/** Encoders write about ten; each takes as long to decode as the whole image. */
const MAX_SCANS = 64;

/** Maximum tables, comments, profiles and fill bytes before the frame header; encoders write about five. */
const MAX_STEPS = 64;
const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const PROGRESSIVE = 0xc2;
const START_OF_SCAN = 0xda;
const SAMPLE_BITS = 8;

/** JPEG kinds by the second marker byte; null if accepted, otherwise the name for the error. */
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
 * Why a frame is rejected, or null. Accepts baseline (SOF0), extended sequential (SOF1) and progressive (SOF2) JPEGs
 * with 8 bits per sample, which every browser decodes (the video decoder accepts some others, the stills decoder none),
 * of a size and shape that can be shown and recorded, and with few enough scans. Only reads headers; pixel faults are
 * left to decoders. Never throws.
 */
export function pictureFault(jpeg: Uint8Array, largest = LARGEST): string | null {
  if (jpeg[0] !== MARKER || jpeg[1] !== START_OF_IMAGE) return 'no JPEG';
  let at = 2;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const code = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== MARKER) break;
    if (code === MARKER) {
      // Skips fill bytes before a marker.
      at += 1;
      continue;
    }
    const kind = KINDS.get(code);
    if (kind === null)
      return frameFault(jpeg, at + 2, largest) ?? (code === PROGRESSIVE ? scansFault(jpeg, at) : null);
    if (kind !== undefined) return kind;
    // Standalone markers (restart, end of image) and scan tables only occur after the frame header.
    if (code < 0xc0 || (code >= 0xd0 && code <= 0xda)) break;
    const length = uint16(jpeg, at + 2);
    if (length < 2) break;
    at += 2 + length;
  }
  return 'a JPEG without a frame header';
}

/** Checks the frame header: length, bits per sample, height, width, components. */
function frameFault(jpeg: Uint8Array, at: number, largest: typeof LARGEST): string | null {
  const height = uint16(jpeg, at + 3);
  const width = uint16(jpeg, at + 5);
  if (jpeg[at + 2] !== SAMPLE_BITS) return `a JPEG of ${jpeg[at + 2] ?? 0} bits a sample`;
  if (width === 0 || height === 0) return 'a JPEG without a size';
  const isShort = width <= largest.width && height <= largest.height;
  const fits = isShort && sizeFault(width, height, MIN_SIDE) === null;
  return fits ? null : `a JPEG of ${width} × ${height} pixels`;
}

/** A plain search finds every scan, because entropy-coded data never contains marker bytes. No Buffer: browser tabs draw, too. */
function scansFault(jpeg: Uint8Array, from: number): string | null {
  let scans = 0;
  for (let at = from; scans <= MAX_SCANS; at += 1) {
    at = jpeg.indexOf(MARKER, at);
    if (at < 0) return null;
    if (jpeg[at + 1] === START_OF_SCAN) scans += 1;
  }
  return `a JPEG of more than ${MAX_SCANS} scans`;
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

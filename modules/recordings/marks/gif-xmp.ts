/** Application extension with XMP (XMP specification, part 3, 1.1.2). */
const HEAD = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
const SCREEN_BYTES = 13;

/**
 * The packet isn't split into blocks. Readers that skip it as blocks land somewhere in these descending lengths, which
 * lead to the end from everywhere.
 */
const TRAILER = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0]);

/** Adds an XMP packet to a GIF, in front of its frames. */
export function addGifXmp(gif: Buffer, xmp: string): Buffer {
  const flags = gif[10] ?? 0;
  const palette = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  const at = SCREEN_BYTES + palette;
  return Buffer.concat([gif.subarray(0, at), HEAD, Buffer.from(xmp), TRAILER, gif.subarray(at)]);
}

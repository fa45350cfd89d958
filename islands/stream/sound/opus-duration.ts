/** Opus' frame lengths in ms by the configuration in a packet's first byte. */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** Duration of an Opus packet in ms, by its first bytes. */
export function durationOf([first = 0, second = 0]: Uint8Array): number {
  const config = first >> 3;
  const frame =
    config < 12
      ? (SILK_MS[config % 4] ?? 0)
      : config < 16
        ? (HYBRID_MS[config % 2] ?? 0)
        : (CELT_MS[config % 4] ?? 0);
  const count = [1, 2, 2, second & 63][first & 3] ?? 0;
  return frame * count;
}

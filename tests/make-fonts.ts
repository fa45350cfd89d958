/**
 * Creates the fonts of the pages from the full ones: Latin, with the weights, optical sizes and features that the styles
 * use. Run it after the styles use others, or after an update of the packages.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const packages = join(import.meta.dirname, '../node_modules/@fontsource-variable');
const folder = join(import.meta.dirname, '../modules/web/styles/fonts');

/** The characters of fontsource's Latin files: those of all European languages of ours. */
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
]
  .flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
  .map((code) => String.fromCodePoint(code))
  .join('');

/** Headlines have few symbols, and those of Fraunces weigh 7 KB. */
const WORDS = [...LATIN].filter((char) => /[\p{L}\p{Nd}\p{P}\p{Z}$£€+=<>|~`^°×]/u.test(char)).join('');

/** Kerning, ligatures and marks. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk'];

await write('fraunces', 'opsz', WORDS, FEATURES, {
  opsz: { min: 18, max: 144 },
  wght: { min: 380, max: 560 },
});
await write('inter', 'wght', LATIN, [...FEATURES, 'tnum', 'cv11', 'ss03'], { wght: { min: 400, max: 700 } });

async function write(
  name: string,
  axes: string,
  characters: string,
  keepFeatures: string[],
  variationAxes: Record<string, { min: number; max: number }>,
): Promise<void> {
  const full = readFileSync(join(packages, name, 'files', `${name}-latin-${axes}-normal.woff2`));
  const options = { targetFormat: 'woff2', keepFeatures, variationAxes, noHinting: true } as const;
  const small = await subsetFont(full, characters, options);
  writeFileSync(join(folder, `${name}.woff2`), small);
  console.log(`${name}: ${full.byteLength} → ${small.byteLength} bytes`);
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Browser tests that looked at one scheme need not measure the other. */
test('light and dark differ in colours only', () => {
  const sheets = globSync('{src,islands,modules}/**/*.css', { cwd: root });
  expect(sheets.length).toBeGreaterThan(20);
  for (const sheet of sheets) {
    const rules = readFileSync(join(root, sheet), 'utf8');
    // The class chooses the scheme, whose `light-dark()` takes colours alone, and how strong a shadow's colour is.
    const ofColours = /:root\.(dark|light)[\w .]*\{\s*(color-scheme: \1|--glow: \d+%);\s*\}/g;
    const others = rules.replaceAll(ofColours, '');
    expect(others, sheet).not.toMatch(/\.(dark|light)\b|prefers-color-scheme/);
  }
});

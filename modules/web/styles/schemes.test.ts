import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Because of this test, browser tests only need to measure one colour scheme. */
test('light and dark differ in colours only', () => {
  const sheets = globSync('{src,islands,modules}/**/*.css', { cwd: root });
  expect(sheets.length).toBeGreaterThan(20);
  for (const sheet of sheets) {
    const rules = readFileSync(join(root, sheet), 'utf8');
    // The class may only set the scheme, for `light-dark()` colours, and the shadow strength.
    const ofColours = /:root\.(dark|light)[\w .]*\{\s*(color-scheme: \1|--glow: \d+%);\s*\}/g;
    const others = rules.replaceAll(ofColours, '');
    expect(others, sheet).not.toMatch(/\.(dark|light)\b|prefers-color-scheme/);
  }
});

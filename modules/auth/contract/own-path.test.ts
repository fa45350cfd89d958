import { expect, test } from 'vitest';
import { oddPaths, PATH_FORMS } from '../testing/path-forms.ts';
import { ownPath } from './own-path.ts';

test.each(PATH_FORMS)('%j leads to %j', (given, path) => {
  expect(ownPath(given)).toBe(path);
});

test.each([null, undefined, 7, {}, ['/a']])('%j isn’t a path', (given) => {
  expect(ownPath(given)).toBeNull();
});

test('for any input, a browser that follows the result stays on this site', () => {
  const origin = 'https://dreams.example';
  let followed = 0;
  for (const given of oddPaths(50_000)) {
    const path = ownPath(given);
    if (path === null) continue;
    followed += 1;
    for (const page of ['/', '/auth/signin', '/a/b//c']) {
      expect(new URL(path, origin + page).href, JSON.stringify(given)).toBe(origin + path);
    }
    expect(path).toMatch(/^\/(?![/\\])[!-~]*$/);
    expect(ownPath(path)).toBe(path);
  }
  expect(followed).toBeGreaterThan(5_000);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Row {
  report: string;
  /** Parsed from `path/of/test.ts: title`, at least one per row. */
  tests: [path: string, title: string][];
}

/** Rows of the tables in this folder: report, description, kind, test. */
function rows(): Row[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readFileSync(join(import.meta.dirname, name), 'utf8').split('\n'))
    .map((line) => /^\| *([\w.-]+\/[\w.-]+#\d+) *\|(.*)\|\s*$/.exec(line))
    .filter((match) => match !== null)
    .map(([, report = '', rest = '']) => ({
      report,
      tests: [...rest.matchAll(/`([\w./-]+\.tsx?)`: ([^;|`]+)/g)].map(([, path = '', title = '']) => [
        path,
        title.trim(),
      ]),
    }));
}

/** Removes escapes and unifies apostrophes, because the source may escape quotes. */
const plain = (text: string) => text.replaceAll('\\', '').replaceAll("'", '’');

test('each public report names tests that exist', () => {
  const found = rows();
  expect(found.length).toBeGreaterThan(30);
  const missing = found.flatMap(({ report, tests }) => {
    if (tests.length === 0) return [`${report}: no test`];
    return tests
      .filter(([path]) => !existsSync(join(root, path)))
      .map(([path]) => `${report}: ${path} is not there`)
      .concat(
        tests
          .filter(([path]) => existsSync(join(root, path)))
          .filter(([path, title]) => !plain(readFileSync(join(root, path), 'utf8')).includes(plain(title)))
          .map(([path, title]) => `${report}: ${path} has no test "${title}"`),
      );
  });
  expect(missing).toEqual([]);
});

import { expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../modules/kit/unavailable.ts';
import { addressFault, databaseFault, folderFault } from './start-words.ts';

const config = { DATABASE_URL: undefined, DATA_DIR: '/data', APP_NAME: 'Reverie' };
const textOf = (error: unknown) => (error instanceof Error ? error.message : '');

test.each([20, -28, null, { a: 1 }, ['SQLITE_FULL'], Symbol('x')])(
  'an error with the code %s has no explanation, and breaks nothing',
  (code) => {
    const fault = Object.assign(new Error('odd'), { code, path: 7, syscall: 1 });
    const wrapped = new Error('outer', { cause: fault });
    expect(databaseFault(config, wrapped)).toBe(wrapped);
    expect(databaseFault({ ...config, DATABASE_URL: 'postgres://localhost/x' }, wrapped)).toBe(wrapped);
    expect(folderFault(wrapped)).toBe(wrapped);
    expect(addressFault({ HOST: 'x', PORT: 1 }, wrapped)).toBe(wrapped);
  },
);

test('a DOMException doesn’t hide its cause', () => {
  const aborted = new DOMException('aborted', 'AbortError');
  Object.defineProperty(aborted, 'cause', {
    value: Object.assign(new Error('x'), { code: 'SQLITE_CORRUPT' }),
  });
  expect(textOf(databaseFault(config, aborted))).toMatch(/^DATA_DIR: .*damaged/);
});

test('reports a disk or a database that is too slow', () => {
  const late = new Error('Failed query', { cause: new DatabaseUnavailableError(new Error('late')) });
  expect(textOf(databaseFault(config, late))).toMatch(
    /^DATA_DIR: the disk of \/data took too long to respond\./,
  );
  expect(textOf(databaseFault({ ...config, DATABASE_URL: 'postgres://u:p@db/x' }, late))).toMatch(
    /^DATABASE_URL: Postgres at .*took too long to respond\./,
  );
});

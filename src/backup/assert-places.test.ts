import { expect, test } from 'vitest';
import { assertPlaces } from './assert-places.ts';
import { type About, type Manifest, parseManifest } from './manifest.ts';

const about: About = { format: 1, id: 'one', madeAt: '2026-03-01T00:00:00.000Z', database: 'sqlite' };
const file = (name: string) => ({
  name,
  bytes: 1,
  sha256: 'a'.repeat(64),
  modifiedAt: '2026-03-01T00:00:00.000Z',
});
const DATABASE = 'database/reverie.sqlite';
/** A manifest with these places, each in its own file unless `more` says otherwise. */
const manifestOf = (places: Record<string, string>, more: Partial<Manifest> = {}): Manifest => ({
  ...about,
  migrations: [],
  files: Object.fromEntries(Object.entries(places).map(([place, name]) => [place, file(name)])),
  ...more,
});
const whole = { [DATABASE]: DATABASE, 'media/dreams/a/video.mp4': 'm', 'data/tapes/a/frames': 't' };

test('paths that a backup writes may be restored', () => {
  assertPlaces(about, manifestOf({ ...whole, 'data/worker-token': 'w', 'data/outbox/1.eml': 'e' }));
  const postgres = { ...about, database: 'postgres' } as const;
  assertPlaces(postgres, manifestOf({ 'database/000001-users.json': 'd' }, postgres));
});

test.each<[string, Record<string, string>, Partial<Manifest>?]>([
  ['the database beside the database', { ...whole, 'data/reverie.sqlite': 'x' }],
  ['the marker of a restore', { ...whole, 'data/restoring.json': 'x' }],
  ['a secret', { ...whole, 'data/settings-key': 'x' }],
  ['a folder above', { ...whole, 'media/../../x': 'x' }],
  ['a folder above, in data', { ...whole, 'data/tapes/../reverie.sqlite': 'x' }],
  ['an absolute path', { ...whole, 'media//etc/passwd': 'x' }],
  ['no kind', { ...whole, 'reverie.sqlite': 'x' }],
  ['another kind', { ...whole, 'else/reverie.sqlite': 'x' }],
  ['a second database', { ...whole, 'database/other.sqlite': 'x' }],
  ['no database', { 'media/a': 'm' }],
  ['one file for two places', { ...whole, 'media/b': 'm' }],
  ['a part of Postgres', { 'database/000001-users.json': 'x' }],
  ['another archive', whole, { id: 'two' }],
  ['another kind of database', whole, { database: 'postgres' }],
])('a manifest that names %s is rejected before anything is written', (_, places, more) => {
  expect(() => assertPlaces(about, manifestOf(places, more))).toThrow();
});

test.each([{ bytes: -1 }, { bytes: 0.5 }, { modifiedAt: 'soon' }, { sha256: '' }, { name: '' }])(
  '%j isn’t a manifest',
  (odd) => {
    const manifest = { ...manifestOf(whole), files: { [DATABASE]: { ...file('d'), ...odd } } };
    expect(parseManifest(JSON.stringify(manifest))).toBeNull();
  },
);

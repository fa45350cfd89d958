import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, settings } from '../config.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; image?: string; ulimits?: { nofile: number } }
  >;
}

/** Substitutes variables as Compose does: `${NAME}`, `${NAME:?text}` and `${NAME:-else}`. */
function fill(text: string, given: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind = '', other = '') => {
    const value = given[name] ?? (kind === '-' ? other : undefined);
    if (value === undefined) throw new Error(`${name} has no value`);
    return value;
  });
}

const GIVEN = {
  SITE_HOST: 'dreams.example.org',
  WORKER_TOKEN: 'a-token-of-the-tests',
  DATABASE_PASSWORD: 'a0b1c2',
  S3_SECRET: 'a-secret-of-the-tests',
};
/** Settings from the Dockerfile. */
const IMAGE = { HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' };

test.each(['compose.yaml', 'src/deploy/fleet.compose.yaml'])(
  'the program takes the settings that %s gives it',
  (name) => {
    const { services } = Bun.YAML.parse(fill(read(name), GIVEN)) as Compose;
    const own = Object.entries(services).filter(([, { image }]) => image === 'reverie');
    expect(own.length).toBeGreaterThan(0);
    for (const [, { environment = {}, ulimits }] of own) {
      if (environment.PUBLIC_URL) expect(ulimits?.nofile).toBeGreaterThanOrEqual(16_384);
      for (const setting of Object.keys(environment)) expect(Object.keys(settings)).toContain(setting);
      const config = readConfig({ ...IMAGE, ...environment });
      if (environment.PUBLIC_URL) expect(config).toMatchObject({ secure: true, TRUST_PROXY: true });
    }
  },
);

test('a file that an older Compose refuses, and the instructions, name the one that is needed', () => {
  const refused = ['compose.yaml', 'src/deploy/fleet.compose.yaml'].filter((name) =>
    /env_file:\s+- path:/.test(read(name)),
  );
  expect(refused).not.toEqual([]);
  for (const name of [...refused, 'src/deploy/README.md'])
    expect(read(name), name).toMatch(/Compose.* 2\.24 or later/);
});

test('the proxies lead to services and ports that are there', () => {
  for (const [proxy, compose] of [
    ['src/deploy/Caddyfile', 'compose.yaml'],
    ['src/deploy/fleet.Caddyfile', 'src/deploy/fleet.compose.yaml'],
  ] as const) {
    const { services } = Bun.YAML.parse(fill(read(compose), GIVEN)) as Compose;
    const named = [...read(proxy).matchAll(/([\w-]+):3000/g)].map(([, service]) => service);
    expect(named.length).toBeGreaterThan(0);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(named));
  }
});

test('the image is built of the Bun that the README names', () => {
  const version = read('README.md').match(/npx -y bun@([\d.]+) run start/)?.[1];
  const bases = [...read('Dockerfile').matchAll(/^FROM \S+\/bun:([\d.]+)-slim/gm)].map(([, base]) => base);
  expect(bases).toEqual([version, version]);
});

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram, type TestProgram } from '../tests/program.ts';

const TOKEN = 'a-token-of-the-tests';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram({ METRICS_TOKEN: TOKEN, WORKERS: 'fleet' });
  await mkdir(program.dataDir, { recursive: true });
  await writeFile(join(program.dataDir, 'last-backup'), '1700000000');
});
afterAll(() => program.stop());

async function scrape(): Promise<Map<string, number>> {
  const answer = await program.visitor().get('/metrics', { authorization: `Bearer ${TOKEN}` });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('version=0.0.4'),
  ]);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

test('nobody is told without the token', async () => {
  const visitor = program.visitor();
  expect((await visitor.get('/metrics')).status).toBe(401);
  expect((await visitor.get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(401);
});

test('answers, warnings and jobs are counted, and how things stand is told', async () => {
  const before = await scrape();
  const visitor = program.visitor();
  await visitor.get('/');
  await visitor.get('/api/session');
  await visitor.get('/api/nothing-here');
  await visitor.get('/healthz');
  await program.queue.enqueue({
    kind: 'test',
    key: 'late',
    payload: {},
    runAt: program.clock.now() - 90_000,
  });
  program.kit.log.warn('a warning', {});
  const after = await scrape();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const answers = (kind: string, status: number) =>
    grown(`reverie_http_request_seconds_count{method="GET",kind="${kind}",status="${status}"}`);
  expect([answers('page', 200), answers('api', 401), answers('api', 404)]).toEqual([1, 1, 1]);
  expect(grown('reverie_log_lines_total{level="warn"}')).toBe(1);
  expect(after.get('reverie_jobs{kind="test",state="waiting"}')).toBe(1);
  expect(after.get('reverie_jobs_late_seconds')).toBeGreaterThanOrEqual(90);
  expect(after.get('reverie_part_up{part="database"}')).toBe(1);
  expect(after.get('reverie_part_up{part="storage"}')).toBe(1);
  expect(after.get('reverie_last_backup_timestamp_seconds')).toBe(1_700_000_000);
  expect(after.get('reverie_disk_full')).toBe(0);
  expect(after.get('reverie_rooms')).toBe(0);
});

const readDeployed = (name: string) => readFile(join(import.meta.dirname, 'deploy', name), 'utf8');

test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
  'every figure that %s names is one that is told',
  async (name) => {
    await program.visitor().get('/');
    const reported = new Set([...(await scrape()).keys()].map((key) => key.replace(/\{.*/, '')));
    const named = new Set(
      (await expressionsOf(name)).flatMap((text) => text.match(/\b(reverie|process|nodejs)_\w+/g) ?? []),
    );
    expect(named.size).toBeGreaterThan(8);
    expect([...named].filter((figure) => !reported.has(figure))).toEqual([]);
  },
);

interface Alerts {
  groups: {
    rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[];
  }[];
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { query: unknown }[] };
}

async function expressionsOf(name: string): Promise<string[]> {
  const text = await readDeployed(name);
  if (name.endsWith('.json')) {
    const { panels, templating } = JSON.parse(text) as Dashboard;
    const variables = templating.list.map(({ query }) => JSON.stringify(query));
    return [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...variables];
  }
  const { groups } = Bun.YAML.parse(text) as Alerts;
  const rules = groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { annotations } of rules) expect(annotations.summary && annotations.description).toBeTruthy();
  return rules.map(({ expr }) => expr);
}

test('without the setting there is no such page', async () => {
  const other = await startProgram({ WORKERS: 'fleet' });
  expect((await other.visitor().get('/metrics')).status).toBe(404);
  await other.stop();
});

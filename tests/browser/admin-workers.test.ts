import { expect, type Page } from 'playwright/test';
import { runpodJobs } from '../../modules/stream/tables.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { connectWorker, HELLO, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { createPerson, type Person } from '../wire/person.ts';
import { faultsInBothSchemes, faultsOf } from './axe.ts';
import { signInAsAdmin } from './seeded-server.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
let page: Page;
/** a user who dreams while the operator watches */
let dreamer: Person;
test.beforeAll(async ({ browser }) => {
  server = await startServer({ env: { WORKERS: 'fleet', WORKER_TOKEN, GPU_USD_PER_HOUR: '2.5' } });
  people = await openPeople(server.dataDir);
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signInAsAdmin(page, server);
  const { value } = await people.cookie(await people.create('trial'), server.url);
  dreamer = createPerson(server, `sid=${value}`);
});
test.afterAll(async () => {
  await page.context().close();
  await people.close();
  await server.dispose();
});

const hello = (workerId: string) => ({
  ...HELLO,
  worker_id: workerId,
  generator: 'diffusion',
  version: 'sdxs on webgpu',
});
const rowOf = (workerId: string) => page.getByRole('row').filter({ hasText: workerId });

test('an operator sees who renders and why people wait, drains a worker and removes one, by keyboard', async () => {
  await page.goto(`${server.url}/admin?view=summary`);
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Workers' }).press('Enter');
  await expect(page).toHaveURL(/view=workers/);
  await expect(page.getByText('No worker is connected, and none was in the last 24 hours.')).toBeVisible();
  await dreamer.connect();
  const status = page.getByRole('status').filter({ hasText: 'wait' });
  await expect(status).toHaveText(/^1 person is waiting. No worker is connected\./);

  const worker = await connectWorker(server, { hello: hello('box-1') });
  await expect(page.getByRole('heading', { name: 'Workers (1)' })).toBeVisible();
  await expect(rowOf('box-1')).toContainText('Drawing');
  await expect(rowOf('box-1')).toContainText('sdxs on webgpu');
  worker.send({ type: 'stats', fps: 15.5, text: '4.2 pictures a second' });
  await expect(rowOf('box-1')).toContainText('15.5');
  await expect(rowOf('box-1')).toContainText('4.2 pictures a second');
  await expect(status).toHaveText('No one is waiting.');

  await page.getByRole('button', { name: 'Drain box-1' }).press('Enter');
  await expect(rowOf('box-1')).toContainText('Draining');
  const { sessionId } = await dreamer.connect();
  await dreamer.call('POST', '/api/stream/end', { sessionId });
  await worker.reported('stop');
  await expect(rowOf('box-1')).toContainText('Drained');
  await dreamer.connect();
  await expect(status).toHaveText('1 person is waiting. The only worker is draining.');
  await page.getByRole('button', { name: 'Resume box-1' }).press('Enter');
  await expect(rowOf('box-1')).toContainText('Drawing');

  await page.getByRole('button', { name: 'Remove box-1' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Remove box-1? Its dream fails now.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(rowOf('box-1')).toContainText('Drawing');
  await page.getByRole('button', { name: 'Remove box-1' }).press('Enter');
  await question.getByRole('button', { name: 'OK' }).press('Enter');
  expect((await worker.closed).code).toBe(4003);
  await expect(page.getByRole('heading', { name: 'Workers (0)' })).toBeVisible();
  await expect(page.getByText('Disconnected in the last 24 hours (1)')).toBeVisible();
  await expect(rowOf('box-1')).toContainText('Disconnected');
  // It dials again and is rejected by its id.
  const back = await connectWorker(server, { hello: hello('box-1') });
  expect(await back.closed).toMatchObject({
    code: 1008,
    reason: 'An operator took this worker out of service.',
  });

  await page.goto(`${server.url}/admin?view=audit`);
  for (const what of ['Worker drained: box-1', 'Worker resumed: box-1', 'Worker removed: box-1']) {
    await expect(page.getByText(what)).toBeVisible();
  }
});

test('workers that fail to load aren’t shown as an empty list', async () => {
  await page.route('**/api/admin/worker-data', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${server.url}/admin?view=workers`);
  await expect(page.getByRole('alert')).toContainText(
    'Couldn’t load the workers: The server responded with status 500.',
  );
  // The list also reloads by itself, so the button may disappear before it is pressed.
  await page.getByRole('button', { name: 'Try again' }).focus();
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await expect(rowOf('box-1')).toBeVisible();
});

test.describe('looks', () => {
  test.beforeAll(async () => {
    const askedAt = Date.now() - 600_000;
    const job = { node: 'local', maxSeconds: 540, dreamId: 'gone', askedAt };
    await people.db.orm.insert(runpodJobs).values([
      {
        ...job,
        key: 'a',
        jobId: '0a4f9c1e-6bd1-4a43-9b1f-6f0a5a6f7c11-e1',
        outcome: 'served',
        workerId: 'k2x9q8w7e6r5t4',
        startedAt: askedAt,
        dialledAt: askedAt + 31_000,
        endedAt: askedAt + 330_000,
        gpuMs: 301_000,
      },
      {
        ...job,
        key: 'b',
        jobId: '9c1e0a4f-d16b-434a-1f9b-5a6f6f0a7c11-e1',
        outcome: 'never-dialled',
        endedAt: askedAt,
      },
      { ...job, key: 'c', outcome: 'refused', endedAt: askedAt },
    ]);
    await connectWorker(server, { hello: hello('gpu-box-amsterdam-3f9a11c2') });
    await connectWorker(server, { hello: { ...HELLO, worker_id: 'studio-7be2910d', generator: 'demo' } });
  });

  test('the workers are accessible and fit, in light and dark', async () => {
    await page.goto(`${server.url}/admin?view=workers`);
    await expect(page.getByRole('table')).toHaveCount(2);
    for (const [width, height] of [
      [390, 844],
      [1024, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const faults = await (width === 1024 ? faultsOf(page) : faultsInBothSchemes(page));
      expect(faults, `${width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

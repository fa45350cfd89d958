import { expect } from 'playwright/test';
import type { ExportsAnswer } from '../../modules/recordings/contract/exports.ts';
import { runProgram } from '../faults/run-program.ts';
import { type S3Ground, startS3Ground } from '../s3-peer/ground.ts';
import { type BoardStage, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

const PREFIX = 'browser';

let ground: S3Ground;
let stage: BoardStage;
test.beforeAll(async () => {
  ground = await startS3Ground();
  stage = await startBoardStage(ground.settings(PREFIX));
});
test.afterAll(async () => {
  await stage.stop();
  await ground.stop();
});

test('a dream in a bucket is played from there, seeks anywhere, and is saved, without policy violations', async ({
  page,
}) => {
  const person = await stage.addPerson();
  const dream = await stage.addDream(person, { name: 'In a bucket' });
  const moved = await runProgram(
    'src/storage-move.ts',
    { DATA_DIR: stage.server.dataDir, ...ground.settings(PREFIX) },
    { args: ['s3', '--remove'] },
  );
  expect(moved.output).toMatch(/^Moved: \d+, skipped: 0, failed: 0$/m);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const played: [origin: string, status: number][] = [];
  page.on('response', (answer) => {
    const { origin, pathname } = new URL(answer.url());
    if (pathname.endsWith('video.mp4')) played.push([origin, answer.status()]);
  });
  await stage.signIn(page.context(), person);
  await page.goto(`${stage.url}/session?session_id=${dream.id}`);
  await hydrated(page, 'session');
  const video = page.locator('video');
  const read = () =>
    video.evaluate((element: HTMLVideoElement) => [element.readyState, element.error?.message ?? null]);
  await expect.poll(read).toEqual([4, null]);
  const second = await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.currentTime = element.duration * 0.7;
    void element.play();
    return element.currentTime;
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(second);
  expect(played.length).toBeGreaterThan(0);
  expect(new Set(played.map(([origin]) => origin))).toEqual(new Set([ground.address.endpoint]));
  expect(played.every(([, status]) => status === 206 || status === 200)).toBe(true);
  expect(complaints).toEqual([]);

  const saved = page.waitForEvent('download');
  await page.goto(`${stage.url}/api/download-video/${dream.jobId}`).catch(() => {
    // goto rejects when the response is a download.
  });
  expect((await saved).suggestedFilename()).toBe('dream.mp4');
  expect(await (await saved).failure()).toBeNull();

  const exports = `${stage.url}/api/sessions/${dream.id}/exports`;
  const headers = { origin: stage.url };
  await page.request.post(exports, { headers, data: { format: 'jpeg' } });
  const made = async () => ((await (await page.request.get(exports)).json()) as ExportsAnswer).exports[0];
  await expect.poll(async () => (await made())?.state).toBe('ready');
  const file = await page.request.get(`${stage.url}${(await made())?.file_url}`);
  expect([file.status(), (await file.body()).length]).toEqual([200, (await made())?.bytes]);
  expect(new URL(file.url()).origin).toBe(ground.address.endpoint);
});

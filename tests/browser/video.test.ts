import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { CODEC } from '../../modules/protocol/codecs.ts';
import { openH264Encoder } from '../../modules/worker/video/h264-encoder.ts';
import { picture } from '../wire/fake-worker.ts';
import { openScriptedStage } from './scripted-stage.ts';
import { test } from './shared-page.ts';

let stage: Awaited<ReturnType<typeof openScriptedStage>>;
let units: { accessUnit: Uint8Array; key: boolean }[];
test.beforeAll(async () => {
  stage = await openScriptedStage();
  const size = { width: 1280, height: 720 };
  const encoder = await openH264Encoder({ ...size, fps: 16 });
  // Red, brighter with every frame.
  units = Array.from({ length: 8 }, (_, index) => {
    const data = new Uint8Array(size.width * size.height * 3);
    for (let at = 0; at < data.length; at += 3) data[at] = 60 + index * 20;
    return encoder.encode({ data, ...size, channels: 3 }, index * 62);
  });
  encoder.close();
});
test.afterAll(() => stage.close());

/** Colour of the canvas below the middle overlay, 0–255 per channel. */
async function colourOf(page: Page): Promise<number[]> {
  const shot = sharp(await page.locator('canvas').screenshot());
  const { width, height } = await shot.metadata();
  const place = { left: width >> 1, top: (height * 0.7) | 0, width: 1, height: 1 };
  return [...(await shot.extract(place).removeAlpha().raw().toBuffer())];
}

const acknowledged = (id: number) => (text: string) => text.includes(`"frame_id":${id},`);

test('video is decoded and painted, and each frame acknowledged', async ({ page }) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  expect(viewer.url).toContain('codecs=1,0');
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200 });
  for (const [index, { accessUnit, key }] of units.entries())
    viewer.frame(index + 1, accessUnit, { codec: CODEC.h264, key });
  for (const id of [1, 2, 8]) await viewer.sent.find('an acknowledgement', acknowledged(id));
  await expect.poll(async () => (await colourOf(page))[0]).toBeGreaterThan(180);
  const [, green = 0, blue = 0] = await colourOf(page);
  expect(Math.max(green, blue)).toBeLessThan(40);
});

test('a browser that fails at it twice continues with JPEGs, and requests them from then on', async ({
  page,
}) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200 });
  const broken = Uint8Array.from(units[0]?.accessUnit ?? []).fill(0xff, -200);
  // Its parameter sets are intact, but the image data is broken.
  broken.fill(0xff, broken.lastIndexOf(0x65) + 1);
  viewer.frame(1, broken, { codec: CODEC.h264, key: true });
  await viewer.sent.find('a wish for a keyframe', (text) => text.includes('"keyframe"'));
  viewer.frame(2, broken, { codec: CODEC.h264, key: true });
  await viewer.sent.find('a wish for JPEGs', (text) => text === '{"type":"codecs","codecs":[0]}');
  viewer.frame(3, picture);
  await viewer.sent.find('an acknowledgement', acknowledged(3));
  const again = stage.relay.viewer();
  await page.reload();
  expect((await again).url).not.toContain('codecs');
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CODEC } from '../../protocol/codecs.ts';
import { openH264Encoder } from '../../worker/video/h264-encoder.ts';
import { type ImageClassifier, imageClassifierOf } from './image-classifier.ts';

const SIZE = { width: 320, height: 180 };
/** next reply of the endpoint, and the requests that it received */
let reply: { status?: number; body: string };
const got: { type: string | undefined; key: string | undefined; body: Buffer }[] = [];
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { 'content-type': type, authorization: key } = request.headers;
  got.push({ type, key, body: Buffer.concat(parts) });
  response.writeHead(reply.status ?? 200).end(reply.body);
});
let classifier: ImageClassifier | null;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  classifier = imageClassifierOf({
    SAFETY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/look`,
    SAFETY_API_KEY: 'a-key',
    SAFETY_MODEL: undefined,
    MODEL_BASE: '',
    DATA_DIR: '',
  });
});
afterAll(async () => {
  classifier?.close();
  await new Promise((resolve) => server.close(resolve));
});

const red = () => sharp({ create: { ...SIZE, channels: 3, background: 'red' } });

test('an endpoint gets JPEGs unchanged and H.264 keyframes as JPEGs; it may answer in four formats', async () => {
  const jpeg = await red().jpeg().toBuffer();
  for (const body of [
    '{"categories":{"nsfw":0.9}}',
    '{"scores":{"nsfw":0.9}}',
    '{"nsfw":0.9}',
    '[{"label":"nsfw","score":0.9}]',
  ]) {
    reply = { body };
    expect(await classifier?.classify({ codec: CODEC.jpeg, bytes: jpeg })).toEqual(new Map([['nsfw', 0.9]]));
  }
  expect(got[0]).toEqual({ type: 'image/jpeg', key: 'Bearer a-key', body: jpeg });

  const encoder = await openH264Encoder({ ...SIZE, fps: 16 });
  const data = new Uint8ClampedArray(await red().ensureAlpha().raw().toBuffer());
  const { accessUnit } = encoder.encode({ data, ...SIZE, channels: 4 }, 0);
  await classifier?.classify({ codec: CODEC.h264, bytes: accessUnit });
  encoder.close();
  const { channels } = await sharp(got.at(-1)?.body).stats();
  expect(channels.map(({ mean }) => mean > 200)).toEqual([true, false, false]);
  await expect(classifier?.classify({ codec: CODEC.h264, bytes: new Uint8Array(40) })).rejects.toThrow(
    'decoded',
  );
});

test.each([{ status: 500, body: 'no: a-key' }, { body: '{"nsfw":7}' }, { body: '<html>' }])(
  '%j is rejected as a verdict, without leaking the key',
  async (odd) => {
    reply = odd;
    const asked = classifier?.classify({ codec: CODEC.jpeg, bytes: await red().jpeg().toBuffer() });
    const error = await asked?.then(
      () => null,
      (fault: Error) => fault,
    );
    expect(error?.message).toBeTruthy();
    expect(error?.message).not.toContain('a-key');
  },
);

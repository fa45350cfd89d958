import { expect, type Page } from 'playwright/test';
import { encodeSound, PACKET_MS, PACKET_SAMPLES, SOUND_RATE } from '../../modules/protocol/sound.ts';
import { openOpusEncoder } from '../../modules/worker/sound/opus-encoder.ts';
import { type RunningServer, startServer } from '../server.ts';
import {
  connectWorker,
  type FakeWorker,
  HELLO,
  SMALL,
  smallPicture,
  WORKER_TOKEN,
} from '../wire/fake-worker.ts';
import { faultsInBothSchemes } from './axe.ts';
import { test } from './shared-page.ts';
import { newStreamPage } from './stream-page.ts';

/** The tone sounds in the first 100 ms of each second of the frames' clock. */
const TONE_MS = 100;

let server: RunningServer;
let worker: FakeWorker;
let timer: ReturnType<typeof setInterval>;

test.beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'fleet', WORKER_TOKEN } });
  ({ worker, timer } = await connectSoundingWorker());
});
test.afterAll(() => {
  clearInterval(timer);
  worker.close();
  return server.dispose();
});

test('sound plays with the picture on screen after a press, through a bad connection', async ({ page }) => {
  await listenIn(page);
  const asked: boolean[] = [];
  const frames: { at: number; drawn: number }[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const event = typeof payload === 'string' && payload.startsWith('{') ? JSON.parse(payload) : {};
      if (event.type === 'sound') asked.push(event.on);
      if (event.type === 'ack') frames.push({ at: event.server_timestamp, drawn: event.timestamp });
    }),
  );
  const live = await newStreamPage(page, server);
  await live.open();
  await live.say('storm over the sea');
  const sound = page.getByRole('region', { name: 'Sound' });
  await expect(sound.locator('.sound-caption')).toHaveText('rain, wind');
  await expect(sound.getByRole('status')).toHaveText('Sounds: rain, wind');

  // A text field always wins the keyboard.
  await live.prompt.press('u');
  expect(asked).toEqual([]);
  await live.prompt.fill('');
  await sound.getByRole('button', { name: 'Turn the sound on' }).click();
  await expect(sound.getByRole('button', { name: 'Turn the sound off' })).toBeVisible();
  await expect(sound.getByRole('status')).toBeEmpty();
  await expect.poll(() => asked).toEqual([true]);
  await expect.poll(() => onsets(page).then(({ length }) => length), { timeout: 20_000 }).toBeGreaterThan(7);

  // Reported, not bounded: a busy machine delays its sound, and this worker's pictures take no time at all.
  const apart = (await onsets(page)).slice(2).flatMap((wall) => {
    const shown = frames.findLast(({ drawn }) => drawn <= wall);
    // The tone began at a full second of the frames' clock.
    return shown ? [Math.round(shown.at / 1000) * 1000 - shown.at] : [];
  });
  test.info().annotations.push({ type: 'ms from the picture', description: apart.map(Math.round).join(' ') });
  expect(await faultsInBothSchemes(page, '.sound')).toEqual([]);

  await sound.getByRole('slider', { name: 'Volume' }).fill('40');
  // A slider takes its arrows, and leaves letters to the page.
  await sound.getByRole('slider', { name: 'Volume' }).press('ArrowLeft');
  await expect(sound.getByRole('slider', { name: 'Volume' })).toHaveValue('35');
  await sound.getByRole('slider', { name: 'Volume' }).press('u');
  await expect.poll(() => asked).toEqual([true, false]);
  await sound.getByRole('button', { name: 'Show sounds as words' }).click();
  await expect(sound.locator('.sound-caption')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('sound'))).toBe(
    '{"on":false,"volume":0.35,"captions":false}',
  );
  // The recording's captions have them, too.
  const id = live.sessionId();
  await page.request.post(`${server.url}/api/stream/end`, { data: { sessionId: id } });
  const captions = () => page.request.get(`${server.url}/api/sessions/${id}/captions`);
  await expect
    .poll(async () => (await captions()).text(), { timeout: 20_000 })
    .toMatch(/\n(\S+ --> \S+)\nstorm over the sea\n\n\1\n\[rain, wind\]\n/);
});

/** A worker whose sound is partly lost, damaged or of an impossible time, but not where the tone begins. */
async function connectSoundingWorker() {
  const encoder = await openOpusEncoder();
  let sounds = false;
  const worker = await connectWorker(server, {
    hello: { ...HELLO, ...SMALL, sound: { codec: 'opus', rate: SOUND_RATE, channels: 2 } },
    jpeg: smallPicture,
    onMessage({ type }) {
      if (type === 'start') worker.stream(HELLO.fps);
      if (type === 'prompt') worker.send({ type: 'sound_caption', text: 'rain, wind' });
      sounds = type !== 'stop' && (sounds || type === 'prompt');
    },
  });
  await worker.reported('welcome');
  let id = 0;
  let next = Math.ceil(Date.now() / PACKET_MS) * PACKET_MS;
  const timer = setInterval(() => {
    while (next + PACKET_MS < Date.now()) {
      const at = next;
      next += PACKET_MS;
      id += 1;
      const opus = encoder.encode(toneAt(at));
      if (!sounds || !opus) continue;
      const isQuiet = at % 1000 > 2 * TONE_MS;
      if (isQuiet && id % 37 === 5) continue;
      const wrong = isQuiet && id % 41 === 7 ? 86_400_000 : 0;
      const damaged = isQuiet && id % 61 === 9;
      worker.send(encodeSound(id, at + wrong, damaged ? opus.subarray(0, 2) : opus));
    }
  }, 5);
  return { worker, timer };
}

function toneAt(start: number): Float32Array {
  const samples = new Float32Array(2 * PACKET_SAMPLES);
  if (start % 1000 >= TONE_MS) return samples;
  return samples.map((_, index) => {
    const seconds = (start % 1000) / 1000 + Math.floor(index / 2) / SOUND_RATE;
    return 0.5 * Math.sin(2 * Math.PI * 1000 * seconds);
  });
}

interface Ears extends Window {
  /** when each tone began to be heard, in ms since the epoch */
  onsets?: number[];
}

/** Notes when tones begin in what goes to the loudspeaker. */
async function listenIn(page: Page) {
  await page.addInitScript(() => {
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
    const onsets: number[] = [];
    (window as Ears).onsets = onsets;
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) {
        const context = to.context as AudioContext;
        const ear = new AnalyserNode(context, { fftSize: 32_768 });
        connect.call(this, ear);
        const samples = new Float32Array(ear.fftSize);
        setInterval(() => {
          const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
          const end = context.currentTime;
          ear.getFloatTimeDomainData(samples);
          const wall = performance.timeOrigin + performanceTime + (end - contextTime) * 1000;
          // Silence for 100 ms, then a tone.
          let quiet = 0;
          for (let at = 0; at < samples.length; at++) {
            if (Math.abs(samples[at] ?? 0) < 0.05) quiet += 1;
            else {
              const heard = wall - (samples.length - at) / 48;
              const isNew = onsets.every((before) => Math.abs(before - heard) > 500);
              if (quiet > 4_800 && isNew) onsets.push(heard);
              quiet = 0;
            }
          }
        }, 250);
      }
      return connect.call(this, to);
    } as typeof AudioNode.prototype.connect;
  });
}

const onsets = (page: Page): Promise<number[]> => page.evaluate(() => (window as Ears).onsets ?? []);

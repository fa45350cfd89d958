import { expect, test, vi } from 'vitest';
import { type Generator, type GeneratorEvents, NATIVE } from '../generator/generator.ts';
import { JPEG, quietLog } from '../stream/testing/room-stage.ts';
import { serveRelay } from './serve-relay.ts';

test('a prompt is acknowledged before the frame that shows it, with a short list of what wasn’t understood', async () => {
  const sent: string[] = [];
  let report: GeneratorEvents | null = null;
  const generator: Generator = {
    name: 'fake',
    version: '1',
    ...NATIVE,
    start: (_, events) => {
      report = events;
    },
    prompt() {},
    pace() {},
    stop: async () => {},
  };
  const served = serveRelay(
    {
      readyState: 1,
      bufferedAmount: 0,
      send: (data) => void sent.push(typeof data === 'string' ? data : 'picture'),
    },
    generator,
    { workerId: 'worker' },
    quietLog,
  );
  served.message(JSON.stringify({ type: 'start', session_id: 'dream', ...NATIVE, seed: 1 }));
  const events = report as GeneratorEvents | null;
  // A generator makes no sound for a relay that doesn't take any.
  expect(events?.sound).toBeUndefined();
  events?.promptShown('a', 'y'.repeat(300));
  events?.promptShown('b');
  events?.frame(JPEG, 0);
  expect(sent.map((text) => (text === 'picture' ? text : JSON.parse(text)))).toEqual([
    { type: 'prompt_ack', id: 'a', frame_id: 1, text: 'y'.repeat(200) },
    { type: 'prompt_ack', id: 'b', frame_id: 1 },
    'picture',
  ]);
  await served.gone();
});

test('a worker that isn’t ready says why until it is, even without a dream', async () => {
  vi.useFakeTimers();
  try {
    const sent: { type: string; text?: string }[] = [];
    let reason: string | null = 'ComfyUI can’t be reached';
    const generator: Generator = {
      name: 'comfyui',
      version: '1',
      ...NATIVE,
      start() {},
      prompt() {},
      pace() {},
      opening: () => reason,
      stop: async () => {},
    };
    const socket = {
      readyState: 1,
      bufferedAmount: 0,
      send: (data: unknown) => void sent.push(JSON.parse(String(data))),
    };
    const served = serveRelay(socket, generator, { workerId: 'worker' }, quietLog);
    served.hello();
    vi.advanceTimersByTime(2_000);
    reason = null;
    vi.advanceTimersByTime(10_000);
    expect(sent.map(({ type, text }) => [type, text])).toEqual([
      ['hello', undefined],
      ['loading', 'ComfyUI can’t be reached'],
      ['loading', 'ComfyUI can’t be reached'],
      ['ready', undefined],
    ]);
    await served.gone();
  } finally {
    vi.useRealTimers();
  }
});

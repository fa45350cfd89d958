import { expect, test } from 'vitest';
import { JPEG, quietLog } from '../stream/testing/room-stage.ts';
import { type Generator, type GeneratorEvents, NATIVE } from './generator.ts';
import { serveRelay } from './serve-relay.ts';

test('a prompt is acknowledged before the picture that shows it, with what was not understood in short', async () => {
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

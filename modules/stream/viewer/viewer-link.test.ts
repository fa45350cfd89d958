import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import { createFakeSocket, frameOf, JPEG } from '../testing/room-stage.ts';
import { type ViewerFormat, ViewerLink } from './viewer-link.ts';

function open(format: ViewerFormat = 'binary') {
  const clock = createFakeClock();
  const socket = createFakeSocket();
  let firsts = 0;
  const link = new ViewerLink(socket, {
    format,
    locale: 'en',
    codecs: [0],
    fps: 16,
    needsKeyframe() {},
    onRate() {},
    now: clock.now,
    onFirstFrame: () => {
      firsts += 1;
    },
  });
  return { clock, socket, link, firsts: () => firsts };
}

describe('the relay’s side of a viewer', () => {
  test('keeps the newest frame only while the window is full', () => {
    const { socket, link } = open();
    for (let id = 1; id <= 10; id++) link.offer(frameOf(id));
    expect(socket.frameIds()).toEqual([1, 2, 3, 4]);
    link.acknowledged(4);
    expect(socket.frameIds()).toEqual([1, 2, 3, 4, 10]);
    expect(link.takeRates()).toMatchObject({ leftOut: 0.5, shown: 4 });
    expect(link.takeRates().leftOut).toBe(0);
  });

  test('requests an acknowledgement of every frame, in the worker’s own bytes', () => {
    const { socket, link } = open();
    link.offer(frameOf(7));
    const expected = frameOf(7).message;
    expected[1] = 1;
    expect(socket.messages).toEqual([expected]);
  });

  test('sends frames as base64 JSON on request', () => {
    const { socket, link } = open('base64');
    link.offer(frameOf(7));
    expect(socket.events()).toEqual([
      {
        type: 'frame',
        data: Buffer.from(JPEG).toString('base64'),
        frame_id: 7,
        request_ack: true,
        timestamp: 1_790_000_000_000,
      },
    ]);
  });

  test('reports the first frame once, and only when it is sent', () => {
    const { socket, link, firsts } = open();
    socket.accepts = false;
    link.offer(frameOf(1));
    expect(firsts()).toBe(0);
    socket.accepts = true;
    link.offer(frameOf(2));
    link.offer(frameOf(3));
    expect(firsts()).toBe(1);
  });

  test('sends a silent viewer one frame a second, the newest', () => {
    const { clock, socket, link } = open();
    for (let id = 1; id <= 64; id++) {
      link.offer(frameOf(id));
      clock.turn(62.5);
    }
    expect(socket.frameIds()).toEqual([1, 2, 3, 4, 20, 36, 52]);
  });

  test('is silent once it has closed', () => {
    const { socket, link } = open();
    link.close(4001, 'elsewhere');
    socket.closed = null;
    link.offer(frameOf(1));
    link.flush();
    link.send({ type: 'error', code: 'ended', error: 'late' });
    expect(socket.messages).toEqual([]);
    expect(link.closed).toBe(true);
  });
});

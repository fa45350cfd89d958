import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createHeartbeat } from './heartbeat.ts';

function open() {
  const clock = createFakeClock();
  const heartbeat = createHeartbeat(clock);
  const socket = {
    pings: 0,
    terminated: false,
    send: () => true,
    backlog: () => 0,
    ping() {
      socket.pings += 1;
    },
    close() {},
    terminate() {
      socket.terminated = true;
    },
  };
  const handler = heartbeat.guard({ open() {}, message() {}, drain() {}, pong() {}, close() {} });
  handler.open(socket);
  const pass = (seconds: number) => {
    for (let ticks = seconds * 4; ticks > 0; ticks--) {
      clock.turn(250);
      heartbeat.tick();
    }
  };
  return { socket, handler, pass };
}

test('a socket is pinged every ten seconds and kept while it answers', () => {
  const { socket, handler, pass } = open();
  for (let tens = 1; tens <= 6; tens++) {
    pass(10);
    expect(socket.pings).toBe(tens);
    handler.pong();
  }
  expect(socket.terminated).toBe(false);
});

test('a socket that says nothing for fifteen seconds is lost', () => {
  const { socket, handler, pass } = open();
  pass(10);
  handler.message('anything counts');
  pass(14.75);
  expect(socket.terminated).toBe(false);
  pass(0.25);
  expect(socket.terminated).toBe(true);
});

test('a socket that has closed is left alone', () => {
  const { socket, handler, pass } = open();
  handler.close(1000);
  pass(30);
  expect(socket).toMatchObject({ pings: 0, terminated: false });
});

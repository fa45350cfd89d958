import { describe, expect, test } from 'vitest';
import { startSdcppPeer } from './engines/sdcpp-peer.ts';
import { inTheSuite } from './long-test.ts';
import { RUNTIMES } from './runtimes.ts';
import { MARKED, startServer } from './server.ts';
import { openViewer, upgradeAnswer } from './wire/fake-viewer.ts';
import { until } from './wire/inbox.ts';
import { createPerson, signInAsAdmin } from './wire/person.ts';

// All other tests of the suite run on Bun.
describe.each(inTheSuite(RUNTIMES, ([name]) => name === 'Node'))('on %s', (name, findCommand) => {
  test('a person signs in, dreams, comes back, ends it and keeps the video', {
    timeout: 300_000,
  }, async (context) => {
    const found = await findCommand();
    if ('reason' in found) {
      console.log(`${name} was not tried: ${found.reason}`);
      context.skip(found.reason);
      return;
    }
    // Uses single-colour images: the demo's images are the same on every runtime, and slow to generate and encode.
    const engine = await startSdcppPeer({ faults: 0, imageMs: 1_000 });
    const drawing = { WORKERS: 'embedded:1', GENERATOR: 'sdcpp', ENGINE_URL: engine.url };
    const server = await startServer({
      command: found.start,
      env: { ...MARKED, ...drawing, LOG_LEVEL: 'warn' },
    });
    try {
      const stranger = createPerson(server);
      expect((await stranger.call('GET', '/healthz')).json).toEqual({ ok: true });
      expect((await stranger.call('GET', '/readyz')).json).toMatchObject({ ready: true });
      const home = await stranger.call('GET', '/', undefined, { accept: 'text/html' });
      expect(home).toMatchObject({ status: 200, text: expect.stringMatching(/^<!doctype html>/i) });
      const board = await stranger.call('GET', '/dreamboard');
      expect([board.status, board.headers.get('location')]).toEqual([302, '/']);

      const person = await signInAsAdmin(server);
      expect((await person.call('GET', '/dreamboard')).status).toBe(200);
      const { sessionId, websocketUrl } = await person.connectUntilReady();
      expect((await upgradeAnswer(websocketUrl, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await upgradeAnswer(websocketUrl.replace('ticket=', 'ticket=x'))).status).toBe(401);
      const viewer = await openViewer(websocketUrl);
      viewer.send({ type: 'prompt', id: 'p', text: 'a lighthouse in a storm' });
      expect(await viewer.event('prompt_ack')).toMatchObject({ id: 'p' });
      await until('pictures', () => viewer.frames.items.length >= 8);

      const back = await openViewer((await person.connectUntilReady()).websocketUrl);
      expect((await viewer.closed).code).toBe(4001);
      await until('pictures after coming back', () => back.frames.items.length >= 5);
      back.send('x'.repeat(70_000));
      expect((await back.closed).code).toBe(1009);
      const ended = await person.call('POST', '/api/stream/end', { sessionId });
      expect(ended.json).toEqual({ job_status: 'DONE' });
      await until(
        'the video',
        async () =>
          (await person.call('GET', `/api/stream/status?sessionId=${sessionId}`)).json.server_status ===
          'READY',
        120_000,
      );
      const part = await stranger.call('GET', `/api/d/${sessionId}.mp4`, undefined, { range: 'bytes=4-7' });
      expect([part.status, part.text]).toEqual([206, 'ftyp']);
      expect((await stranger.call('POST', '/api/stream/connect', '{')).status).toBe(401);
      expect((await person.call('POST', '/api/stream/connect', '{')).status).toBe(400);
      expect((await person.call('POST', '/api/stream/connect', 'x'.repeat(300_000))).status).toBe(413);
      expect(await server.stop()).toBe(0);
    } finally {
      await server.dispose();
      await engine.stop();
    }
  });
});

import { describe, expect, test, vi } from 'vitest';
import { until } from '../../../tests/wire/inbox.ts';
import type { PromptDecision } from '../../safety/safety.ts';
import { noJournal, noSafety, openRoomStage } from '../testing/room-stage.ts';

describe('a prompt', () => {
  const events = (socket: { events(): { type: string }[] }) =>
    socket.events().filter(({ type }) => type.startsWith('prompt'));

  test('is acknowledged when it takes effect, and overtaken ones are reported', async () => {
    const stage = openRoomStage();
    const { socket } = stage.live();
    stage.room.prompt('a', 'one');
    stage.room.prompt('b', 'two');
    stage.room.workerMessage({ type: 'prompt_ack', id: 'b', frame_id: 40 });
    stage.room.workerMessage({ type: 'prompt_ack', id: 'a', frame_id: 41 });
    stage.room.workerMessage({ type: 'prompt_ack', id: 'b', frame_id: 42 });
    stage.room.workerMessage({ type: 'prompt_ack', id: 'nobody’s', frame_id: 42 });
    expect(events(socket).slice(1)).toEqual([
      { type: 'prompt_received', id: 'a', text: 'one' },
      { type: 'prompt_received', id: 'b', text: 'two' },
      { type: 'prompt_ack', id: 'p', text: 'a sea', frame_id: null, superseded: true },
      { type: 'prompt_ack', id: 'a', text: 'one', frame_id: null, superseded: true },
      { type: 'prompt_ack', id: 'b', text: 'two', frame_id: 40 },
    ]);
    stage.room.end('viewer-ended');
    await stage.end();
    expect(stage.stored.prompts).toMatchObject([
      { position: 1, clientId: 'p', text: 'a sea' },
      { position: 2, clientId: 'a', text: 'one' },
      { position: 3, clientId: 'b', text: 'two' },
    ]);
    expect(stage.stored.shown).toEqual([{ position: 3, frameId: 40 }]);
  });

  test('is never lost to the rate limit if it is the newest: it waits until it may be sent', () => {
    const stage = openRoomStage();
    const { socket } = stage.live();
    const words = (n: number) => `wish ${n}`;
    // Forty in five seconds, then forty at once, then two hundred, more than are even examined.
    for (let n = 1; n <= 40; n++) {
      expect(stage.room.prompt(words(n), words(n))).toBeNull();
      stage.pass(0.125);
    }
    for (let n = 41; n <= 280; n++) expect(stage.room.prompt(words(n), words(n))).toBeNull();
    stage.pass(30);
    const sent = stage.toWorker.flatMap((one) => (one.type === 'prompt' ? [one.id] : []));
    expect(sent).toEqual(expect.arrayContaining(Array.from({ length: 40 }, (_, n) => words(n + 1))));
    expect(sent.at(-1)).toBe(words(280));
    const answered = new Map(events(socket).map((event) => [(event as { id?: string }).id, event]));
    for (let n = 41; n <= 280; n++) {
      const left = { type: 'prompt_ack', id: words(n), text: words(n), frame_id: null, superseded: true };
      const taken = { type: 'prompt_received', id: words(n), text: words(n) };
      expect(answered.get(words(n))).toEqual(sent.includes(words(n)) ? taken : left);
    }
  });

  test('waiting for the rate limit is dropped once a newer one is sent, and reported if it can’t be sent at all', () => {
    const stage = openRoomStage();
    const { socket } = stage.live();
    for (let n = 1; n <= 31; n++) stage.room.prompt(`flood ${n}`, `flood ${n}`);
    expect(stage.room.prompt('again', 'fog')).toBeNull();
    expect(stage.room.prompt('again', 'fog')).toBeNull();
    stage.clock.turn(400);
    expect(stage.room.prompt('newer', 'snow')).toBeNull();
    stage.pass(5);
    expect(stage.toWorker.at(-1)).toEqual({ type: 'prompt', id: 'newer', text: 'snow' });
    for (let n = 1; n <= 150; n++) stage.room.prompt(`more ${n}`, `more ${n}`);
    stage.room.prompt('p', 'other words under a known id');
    stage.pass(5);
    expect(socket.events().findLast(({ type }) => type === 'error')).toEqual({
      type: 'error',
      code: 'prompt-id-used',
      id: 'p',
      error: 'This prompt id was already used for a different prompt.',
    });
  });

  test('that was only partly understood says so, also to joining viewers, who receive every prompt', async () => {
    const stage = openRoomStage();
    const { socket } = stage.live();
    stage.room.prompt('a', 'one');
    stage.room.prompt('b', 'a zeppelin');
    stage.room.workerMessage({ type: 'prompt_ack', id: 'p', frame_id: 30 });
    const text = 'not understood by the demo painter: zeppelin';
    stage.room.workerMessage({ type: 'prompt_ack', id: 'b', frame_id: 40, text });
    stage.room.prompt('c', 'fog');
    const acks = [
      { type: 'prompt_ack', id: 'p', text: 'a sea', frame_id: 30 },
      { type: 'prompt_ack', id: 'a', text: 'one', frame_id: null, superseded: true },
      { type: 'prompt_ack', id: 'b', text: 'a zeppelin', frame_id: 40, note: text },
    ];
    expect(socket.events().filter(({ type }) => type === 'prompt_ack')).toEqual(acks);
    expect(events(stage.watch().socket)).toEqual([
      { type: 'prompt_received', id: 'p', text: 'a sea' },
      { type: 'prompt_received', id: 'a', text: 'one' },
      { type: 'prompt_received', id: 'b', text: 'a zeppelin' },
      { type: 'prompt_received', id: 'c', text: 'fog' },
      ...acks,
    ]);
    stage.room.end('viewer-ended');
    await stage.end();
    expect(JSON.stringify(stage.stored)).not.toContain('not understood');
  });

  test('waiting for the rate limit gets an error when its dream ends', () => {
    const stage = openRoomStage();
    const { socket } = stage.live();
    for (let n = 1; n <= 31; n++) stage.room.prompt(`flood ${n}`, `flood ${n}`);
    expect(stage.room.prompt('held', 'fog')).toBeNull();
    stage.room.end('worker-lost');
    const error = 'This dream has ended.';
    expect(socket.events()).toContainEqual({ type: 'error', code: 'ended', id: 'held', error });
  });

  test('resent with the same id is accepted once; the id can’t be reused for other text', () => {
    const stage = openRoomStage();
    const { socket } = stage.live();
    expect(stage.room.prompt('p', ' a   sea ')).toBeNull();
    expect(stage.room.prompt('p', 'a storm')).toMatchObject({ code: 'prompt-id-used' });
    expect(stage.toWorker.filter(({ type }) => type === 'prompt')).toHaveLength(1);
    expect(events(socket)).toEqual([
      { type: 'prompt_received', id: 'p', text: 'a sea' },
      { type: 'prompt_received', id: 'p', text: 'a sea' },
    ]);
  });
});

describe('a prompt under review', () => {
  /** A room whose gate answers when the test says so. */
  function openJudgedStage(journal = noJournal) {
    const waiting: ((decision: PromptDecision) => void)[] = [];
    const judge = () => new Promise<PromptDecision>((resolve) => waiting.push(resolve));
    const stage = openRoomStage({}, [], {
      safety: { ...noSafety, gate: () => ({ ...noSafety.gate({ id: 'd', userId: 'u' }), judge }) },
      journal,
    });
    stage.ready();
    const { socket } = stage.watch();
    const answer = async (decision: PromptDecision) => {
      waiting.shift()?.(decision);
      await Promise.resolve();
    };
    return { stage, socket, answer };
  }
  const sent = ({ toWorker }: { toWorker: { type: string }[] }) =>
    toWorker.filter(({ type }) => type === 'prompt');

  test('is stored and acknowledged immediately, and neither generated nor kept if refused', async () => {
    const { stage, socket, answer } = openJudgedStage();
    stage.room.prompt('a', 'one');
    stage.room.prompt('b', 'two');
    await until('both to be stored', () => stage.stored.prompts.length === 2);
    expect(stage.stored.prompts).toMatchObject([
      { clientId: 'a', checking: true },
      { clientId: 'b', checking: true },
    ]);
    await answer({ act: 'refuse', text: 'Not here.' });
    await answer({ act: 'warn', text: 'Careful.' });
    expect(sent(stage)).toEqual([{ type: 'prompt', id: 'b', text: 'two' }]);
    expect(socket.events().filter(({ type }) => /prompt|error|safety/.test(type))).toEqual([
      { type: 'prompt_received', id: 'a', text: 'one' },
      { type: 'prompt_received', id: 'b', text: 'two' },
      { type: 'error', code: 'moderated', error: 'Not here.', id: 'a' },
      { type: 'safety', id: 'b', text: 'Careful.' },
    ]);
    // Sent again after a reconnect, it is rejected again, and a viewer who joins gets the reason.
    expect(stage.room.prompt('a', 'one')).toEqual({ code: 'moderated', error: 'Not here.' });
    expect(stage.watch().socket.events()).toContainEqual({
      type: 'error',
      code: 'moderated',
      error: 'Not here.',
      id: 'a',
    });
    stage.room.end('viewer-ended');
    await stage.end();
    expect(stage.stored.prompts).toMatchObject([{ clientId: 'b', text: 'two', checking: false }]);
  });

  test('is only acknowledged once it is stored, however slow the disk, also to joining viewers', async () => {
    const kept = Promise.withResolvers<void>();
    let isKept = false;
    const journal = { ...noJournal, kept: () => (isKept ? null : kept.promise) };
    const { stage, socket } = openJudgedStage(journal);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stage.room.prompt('a', 'one');
    stage.room.prompt('a', 'one');
    const joined = stage.watch().socket;
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    const received = (one: typeof socket) =>
      one.events().filter(({ type }) => type === 'prompt_received').length;
    expect([received(socket), received(joined)]).toEqual([0, 0]);
    // Other events continue in the meantime.
    stage.pass(3);
    await until('a status', () => joined.events().filter(({ type }) => type === 'status').length > 1);
    isKept = true;
    kept.resolve();
    await until('the receipts', () => received(joined) > 0);
  });

  test('stays stored as typed when its dream ends, and its viewer is told', async () => {
    const { stage, socket, answer } = openJudgedStage();
    stage.room.prompt('a', 'one');
    stage.room.end('viewer-ended');
    await answer({ act: 'pass' });
    await stage.end();
    expect(socket.events().slice(-2)).toEqual([
      {
        type: 'error',
        code: 'prompt-unchecked',
        id: 'a',
        error:
          'The dream ended while this prompt was being checked. It is kept with the dream and was not drawn.',
      },
      expect.objectContaining({ type: 'status', job_status: 'ABORTED' }),
    ]);
    expect(sent(stage)).toEqual([]);
    expect(stage.stored.prompts).toMatchObject([{ clientId: 'a', text: 'one', checking: true }]);
  });

  test('that is one too many ends the dream with an explanation', async () => {
    const { stage, socket, answer } = openJudgedStage();
    stage.room.prompt('a', 'one');
    await answer({ act: 'end' });
    expect(socket.events()).toContainEqual({
      type: 'error',
      code: 'moderated',
      id: 'a',
      error: 'This isn’t drawn here.',
    });
    expect(socket.events().at(-1)).toMatchObject({
      job_status: 'ABORTED',
      end_text:
        'This dream ended because too many of its prompts asked for things that aren’t shown here. It is not counted.',
    });
  });
});

import { describe, expect, test } from 'vitest';
import { initialState, reduce, type StreamEvent, type StreamState } from './machine.ts';
import { drivingReceipt, promptsToSend } from './prompt/receipt.ts';
import { crossesWarning, formatTimeLeft, timerLevel } from './screen/time-left.ts';

const run = (...events: StreamEvent[]): StreamState => events.reduce(reduce, initialState);
const status = (jobStatus: 'PENDING' | 'RUNNING', timeLeft: number): StreamEvent => ({
  type: 'job',
  jobStatus,
  timeLeft,
});

describe('a stream', () => {
  test('is connecting until its socket is open', () => {
    expect(initialState.phase).toBe('connecting');
    expect(run({ type: 'socket-opened' }).phase).toBe('ready');
  });

  test('returns to connecting, keeping its frame, when the socket is lost', () => {
    const state = run({ type: 'socket-opened' }, { type: 'frame-drawn' }, { type: 'socket-lost' });
    expect(state).toMatchObject({ phase: 'connecting', hasFrame: true });
  });

  test('ends when a message says that no time is left', () => {
    expect(run({ type: 'socket-opened' }, status('RUNNING', 0)).phase).toBe('ended');
  });

  test.each(['DONE', 'COMPLETED', 'ABORTED'])('ends on the job status %s', (jobStatus) => {
    expect(run({ type: 'job', jobStatus, timeLeft: 100 }).phase).toBe('ended');
  });

  test.each([
    ['FAILED', 'Session failed unexpectedly.'],
    ['TIMEOUT NO CONNECTION', 'Session timed out due to no connection.'],
  ])('fails on the job status %s', (jobStatus, message) => {
    expect(run({ type: 'job', jobStatus, timeLeft: 100 })).toMatchObject({ phase: 'failed', message });
  });

  test('says why it failed if the server does', () => {
    const endText = 'The browser tab that drew this dream was closed.';
    expect(run({ type: 'job', jobStatus: 'FAILED', timeLeft: 100, endText }).message).toBe(endText);
    expect(run({ type: 'job', jobStatus: 'FAILED', timeLeft: 100, endText, counted: false }).message).toBe(
      `${endText} It is not counted.`,
    );
  });

  test('stays ended: late messages change nothing', () => {
    const ended = run({ type: 'ended' });
    expect(reduce(ended, { type: 'socket-opened' })).toBe(ended);
    expect(reduce(ended, { type: 'failed', message: 'late' })).toBe(ended);
  });

  test('resumes after a takeover only when reopened', () => {
    const taken = run({ type: 'socket-opened' }, { type: 'taken-over' });
    expect(reduce(taken, { type: 'socket-opened' }).phase).toBe('taken-over');
    expect(reduce(taken, { type: 'reopened' }).phase).toBe('connecting');
  });

  test('runs its clock only while the job is running', () => {
    expect(run(status('PENDING', 300))).toMatchObject({ timeLeft: 300, running: false });
    expect(run(status('RUNNING', 299))).toMatchObject({ timeLeft: 299, running: true });
  });
});

describe('a refusal', () => {
  test('over the limit shows Limit Reached, no matter how it is worded', () => {
    const message = 'Zu viele Träume.';
    expect(run({ type: 'refused', code: 'over-quota', message })).toMatchObject({ phase: 'limit', message });
  });

  test('for another reason shows Connection Error', () => {
    expect(run({ type: 'refused', code: 'rate', message: 'You have reached your free limit.' }).phase).toBe(
      'error',
    );
  });
});

test('remembers that recording is paused until it resumes', () => {
  const recorded = (recording: boolean): StreamEvent => ({ type: 'recording', recording });
  expect(run().recording).toBe(true);
  expect(run(recorded(false), { type: 'socket-lost' }, { type: 'socket-opened' }).recording).toBe(false);
  expect(run(recorded(false), recorded(true)).recording).toBe(true);
});

test('knows its generator from the first message, and ignores messages of newer servers', () => {
  const generator = { name: 'diffusion', version: 'sdxs on webgpu', ai: true, fps: null, note: null };
  const reported: StreamEvent = { type: 'server', event: { type: 'generator', ...generator } };
  expect(run().generator).toBeNull();
  expect(run(reported, { type: 'socket-lost' }).generator).toEqual(generator);
  const unknown = { type: 'server', event: { type: 'weather' } } as unknown as StreamEvent;
  expect(run(reported, unknown)).toEqual(run(reported));
});

describe('a prompt', () => {
  const say = (id: string, userText: string, rewriting = false): StreamEvent => ({
    type: 'prompt-submitted',
    id,
    userText,
    source: 'typed',
    cleaned: false,
    at: 1,
    rewriting,
  });
  const queued = say('a', 'rain');
  const received = (id: string, text: string): StreamEvent => ({
    type: 'server',
    event: { type: 'prompt_received', id, text },
  });

  test('waits while connecting and is sent when ready, in order', () => {
    const state = run(queued, say('b', 'snow'));
    expect(promptsToSend(state.receipts).map(({ text }) => text)).toEqual(['rain', 'snow']);
  });

  test('is sent again if the socket was lost before the server received it', () => {
    const sent = run(queued, { type: 'prompt-sent', id: 'a', now: 1000 }, { type: 'socket-lost' });
    expect(promptsToSend(sent.receipts)).toHaveLength(1);
    const known = reduce(sent, received('a', 'rain'));
    expect(promptsToSend(known.receipts)).toHaveLength(0);
  });

  test('reports how long it took to take effect', () => {
    const state = run(
      queued,
      { type: 'prompt-sent', id: 'a', now: 1000 },
      { type: 'prompt-shown', id: 'a', now: 1850 },
    );
    expect(state.receipts[0]).toMatchObject({ status: 'shown', delay: 850 });
  });

  test('doesn’t become the current prompt if it changed nothing in the image', () => {
    const state = run(
      queued,
      { type: 'prompt-shown', id: 'a', now: 1850 },
      say('b', 'remove the moon'),
      {
        type: 'server',
        event: { type: 'prompt_ack', id: 'b', text: 'remove the moon', frame_id: 9, drawn: false },
      },
      { type: 'prompt-shown', id: 'b', now: 2850 },
    );
    expect(state.receipts[1]).toMatchObject({ status: 'shown', drawn: false });
    expect(drivingReceipt(state.receipts)?.id).toBe('a');
  });

  test('adopts the server’s cleaned text', () => {
    const state = run(
      queued,
      { type: 'prompt-sent', id: 'a', now: 0 },
      { type: 'server', event: { type: 'prompt_received', id: 'a', text: 'flower' } },
    );
    expect(state.receipts[0]).toMatchObject({ text: 'flower', cleaned: true, status: 'received' });
  });

  test('waits for the assistant and holds back later ones', () => {
    const waiting = run(say('a', 'rain', true), say('b', 'snow'));
    expect(promptsToSend(waiting.receipts)).toEqual([]);
    const rewritten = reduce(waiting, { type: 'prompt-rewritten', id: 'a', text: 'soft rain at dusk' });
    expect(promptsToSend(rewritten.receipts).map(({ text }) => text)).toEqual(['soft rain at dusk', 'snow']);
    expect(rewritten.receipts[0]).toMatchObject({ userText: 'rain', assisted: true });
    const alone = reduce(waiting, { type: 'prompt-rewritten', id: 'a', text: null });
    expect(alone.receipts[0]).toMatchObject({
      text: 'rain',
      assisted: false,
      fellBack: true,
      status: 'queued',
    });
  });

  test('is never dropped while it waits, however many there are', () => {
    const many = run(...Array.from({ length: 50 }, (_, index) => say(`p${index}`, `prompt ${index}`)));
    expect(promptsToSend(many.receipts)).toHaveLength(50);
  });

  test('is restored after a reload, with the current one', () => {
    const state = run(received('old', 'ocean'), { type: 'prompt-shown', id: 'old', now: 5 });
    expect(state.receipts).toMatchObject([
      { text: 'ocean', source: 'earlier', status: 'shown', delay: null },
    ]);
    const again = run(
      queued,
      { type: 'prompt-sent', id: 'a', now: 0 },
      { type: 'prompt-shown', id: 'a', now: 700 },
      { type: 'socket-lost' },
      received('a', 'rain'),
      { type: 'prompt-shown', id: 'a', now: 9000 },
    );
    expect(again.receipts).toMatchObject([{ status: 'shown', delay: 700 }]);
  });

  test('says why the server refused it', () => {
    const state = run(
      queued,
      { type: 'prompt-sent', id: 'a', now: 0 },
      { type: 'server', event: { type: 'error', code: 'moderated', error: 'Too many prompts.' } },
    );
    expect(state.receipts[0]).toMatchObject({ status: 'refused', refusal: 'Too many prompts.' });
  });

  test('is refused by its id if the server names it', () => {
    const later: StreamEvent = {
      type: 'prompt-submitted',
      id: 'b',
      userText: 'fog',
      source: 'typed',
      cleaned: false,
      at: 2,
      rewriting: false,
    };
    const state = run(
      queued,
      later,
      { type: 'prompt-sent', id: 'a', now: 0 },
      { type: 'prompt-sent', id: 'b', now: 0 },
      { type: 'server', event: { type: 'error', code: 'moderated', error: 'Never.', id: 'b' } },
    );
    expect(state.receipts.map(({ status }) => status)).toEqual(['sent', 'refused']);
  });

  test('can be overtaken by a newer one', () => {
    const state = run(queued, {
      type: 'server',
      event: { type: 'prompt_ack', id: 'a', text: 'rain', frame_id: null, superseded: true },
    });
    expect(state.receipts[0]?.status).toBe('superseded');
  });
});

describe('the timer', () => {
  test.each([
    [61, 'calm'],
    [60, 'orange'],
    [31, 'orange'],
    [30, 'red'],
    [0, 'red'],
  ])('at %d s is %s', (seconds, level) => {
    expect(timerLevel(seconds)).toBe(level);
  });

  test('pulses at each threshold, but not when the page opens below one', () => {
    expect(crossesWarning(61, 60)).toBe(true);
    expect(crossesWarning(60, 59)).toBe(false);
    expect(crossesWarning(31, 29)).toBe(true);
    expect(crossesWarning(null, 20)).toBe(false);
  });

  test('shows minutes and seconds', () => {
    expect([300, 61.2, 59, 0, -3].map(formatTimeLeft)).toEqual(['5:00', '1:02', '0:59', '0:00', '0:00']);
  });
});

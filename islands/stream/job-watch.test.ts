import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobStatus } from '../../modules/protocol/job-statuses.ts';
import { JobWatch } from './job-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const answers: ({ job_status: JobStatus; time_left: number; end_text?: string } | null)[] = [];
  const read = vi.fn(async () => answers.shift() ?? null);
  const reported: [string, number][] = [];
  const endTexts: (string | null)[] = [];
  const watch = new JobWatch({
    read,
    report({ jobStatus, timeLeft, endText }) {
      reported.push([jobStatus, timeLeft]);
      endTexts.push(endText);
    },
    now: () => Date.now(),
  });
  return { watch, read, reported, endTexts, answers, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('polls every two seconds until it is stopped', async () => {
  const { watch, read, pass } = setUp();
  watch.start();
  await pass(1000);
  // A new socket is no reason to start over.
  watch.start();
  await pass(999);
  expect(read).not.toHaveBeenCalled();
  await pass(1);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(4000);
  expect(read).toHaveBeenCalledTimes(3);
  watch.stop();
  await pass(60_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('reports why a dream failed, if the call is the first to know', async () => {
  const { watch, endTexts, answers, pass } = setUp();
  watch.start();
  const why = 'The browser tab that drew this dream was closed.';
  answers.push({ job_status: 'FAILED', time_left: 200, end_text: why });
  await pass(2000);
  expect(endTexts).toEqual([why]);
});

test('reports what the running clock doesn’t know, by socket or by call', async () => {
  const { watch, reported, answers, pass } = setUp();
  watch.start();
  watch.hear({ job_status: 'PENDING', time_left: 300 });
  await pass(10_000);
  watch.hear({ job_status: 'PENDING', time_left: 300 });
  watch.hear({ job_status: 'RUNNING', time_left: 300 });
  answers.push({ job_status: 'RUNNING', time_left: 298 });
  await pass(2000);
  watch.hear({ job_status: 'RUNNING', time_left: 297 });
  expect(reported).toEqual([
    ['PENDING', 300],
    ['RUNNING', 300],
  ]);
  answers.push({ job_status: 'RUNNING', time_left: 200 });
  await pass(2000);
  watch.hear({ job_status: 'RUNNING', time_left: 0 });
  watch.hear({ job_status: 'RUNNING', time_left: 0 });
  expect(reported.slice(2)).toEqual([
    ['RUNNING', 200],
    ['RUNNING', 0],
    ['RUNNING', 0],
  ]);
});

test('ignores a response that arrives after the stop', async () => {
  const { watch, reported, answers, pass } = setUp();
  answers.push({ job_status: 'FAILED', time_left: 10 });
  watch.start();
  vi.advanceTimersByTime(2000);
  watch.stop();
  await pass(10_000);
  expect(reported).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { overdue, type TimedPhase, type TimedViewer } from './overdue.ts';

const SINCE = 1_790_000_000_000;
/** recent enough that nothing has timed out */
const JUST = SINCE + 600_000;

const never: TimedViewer = { name: 'never-came' };
const here: TimedViewer = { name: 'here' };
const left: TimedViewer = { name: 'left', at: SINCE };
const justLeft: TimedViewer = { name: 'left', at: JUST };

const progress = { heardAt: SINCE, movedAt: SINCE };
const queued: TimedPhase = { name: 'queued', polledAt: SINCE };
const loading: TimedPhase = { name: 'loading', polledAt: SINCE, progress };
const polledLoading: TimedPhase = { name: 'loading', polledAt: JUST, progress };
const ready: TimedPhase = { name: 'ready', readyAt: SINCE, activeAt: SINCE, askedAt: null, progress };
const preparing: TimedPhase = { ...ready, activeAt: SINCE + 850_000 };
const asked: TimedPhase = {
  name: 'ready',
  readyAt: SINCE,
  activeAt: SINCE,
  askedAt: SINCE + 100_000,
  progress,
};
const running = (endsAt: number, lastCameAt: number): TimedPhase => ({
  name: 'running',
  endsAt,
  intake: { lastCameAt },
  progress,
});
const atItsEnd = running(SINCE + 300_000, SINCE + 300_000);
const silent = running(SINCE + 300_000, SINCE);
const drawing = running(SINCE + 300_000, SINCE + 100_000);

describe('a dream', () => {
  test.each<[string, TimedPhase, TimedViewer, number, string]>([
    ['leaves the line when nobody asks for it', queued, never, 15_000, 'left-queue'],
    ['leaves it while models load and nobody asks, too', loading, never, 15_000, 'left-queue'],
    ['waits in line for a viewer who left', queued, left, 30_000, 'viewer-gone'],
    ['waits for models for a viewer who left', loading, left, 30_000, 'viewer-gone'],
    ['has ten minutes for its models when somebody watches', loading, here, 600_000, 'generator-silent'],
    ['waits, once ready, for its first viewer', ready, never, 60_000, 'no-viewer'],
    ['waits for the first viewer, prompt or not', asked, never, 60_000, 'no-viewer'],
    ['waits, once ready, for a viewer who left', ready, left, 30_000, 'viewer-gone'],
    ['waits for its first prompt when somebody watches', ready, here, 120_000, 'no-prompt'],
    ['waits on while a voice model loads, for fifteen minutes', preparing, here, 900_000, 'no-prompt'],
    ['waits for its first picture after the prompt', asked, here, 160_000, 'generator-silent'],
    ['runs until its time is over', atItsEnd, here, 300_000, 'time'],
    ['runs for a viewer who left', drawing, left, 30_000, 'viewer-gone'],
    ['runs until pictures stop coming', silent, here, 20_000, 'generator-silent'],
    ['runs until they stop while its viewer is away', silent, left, 20_000, 'generator-silent'],
  ])('%s: to the millisecond', (_, phase, viewer, after, reason) => {
    expect(overdue(phase, viewer, SINCE + after - 1)).toBeNull();
    expect(overdue(phase, viewer, SINCE + after)).toBe(reason);
  });

  test.each<[string, TimedPhase, TimedViewer]>([
    ['in line while somebody watches it', queued, here],
    ['that loads, somebody asking', polledLoading, never],
    ['that loads, its viewer just gone', loading, justLeft],
    ['ready without a prompt, its viewer just gone', ready, justLeft],
    ['ready without a picture, its viewer just gone', asked, justLeft],
  ])('%s keeps waiting', (_, phase, viewer) => {
    expect(overdue(phase, viewer, JUST + 14_999)).toBeNull();
  });

  test('whose worker explains a delay waits while it keeps doing so, up to ten minutes without progress', () => {
    const explained = (heard: number, moved = heard) => ({
      progress: { heardAt: SINCE + heard, movedAt: SINCE + moved },
    });
    const waits = { ...asked, ...explained(690_000, 100_000) } as TimedPhase;
    expect(overdue(waits, here, SINCE + 699_999)).toBeNull();
    expect(overdue(waits, here, SINCE + 700_000)).toBe('generator-silent');
    const hushed = { ...asked, ...explained(300_000) } as TimedPhase;
    expect(overdue(hushed, here, SINCE + 359_999)).toBeNull();
    expect(overdue(hushed, here, SINCE + 360_000)).toBe('generator-silent');
    const stands = { ...silent, ...explained(200_000) } as TimedPhase;
    expect(overdue(stands, here, SINCE + 219_999)).toBeNull();
    expect(overdue(stands, here, SINCE + 220_000)).toBe('generator-silent');
  });

  test('past its time, without a viewer and with a silent worker ends for these reasons in this order', () => {
    expect(overdue(silent, left, SINCE + 300_000)).toBe('time');
    expect(overdue(silent, left, SINCE + 299_999)).toBe('viewer-gone');
    expect(overdue(silent, here, SINCE + 299_999)).toBe('generator-silent');
  });

  test('ends for no client’s silence while no call is answered, but still for its generator’s', () => {
    const long = SINCE + 250_000;
    for (const phase of [queued, loading, ready, asked]) {
      expect(overdue(phase, never, long, false)).toBeNull();
      expect(overdue(phase, left, long, false)).toBeNull();
    }
    expect(overdue(drawing, left, SINCE + 119_999, false)).toBeNull();
    expect(overdue(silent, left, long, false)).toBe('generator-silent');
    expect(overdue(atItsEnd, left, SINCE + 300_000, false)).toBe('time');
  });
});

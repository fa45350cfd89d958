import { describe, expect, test } from 'vitest';
import type { Score } from '../../scores/contract/score.ts';
import { createScorePlayer } from './score-player.ts';

const NONE = { ms: 0, frames: 0 };

const scoreOf = (
  ats: (number | 'next' | { at: number; frame?: number; muted?: true })[],
  rest = {},
): Score => ({
  version: 1,
  shots: ats.map((at, index) => ({
    id: `s${index}`,
    prompt: `p${index}`,
    ...(typeof at === 'object' ? at : { at }),
  })),
  ...rest,
});

/** Plays by steps of 100 ms; returns the dream's time of each shot, null before the first frame. */
function play(
  player: ReturnType<typeof createScorePlayer>,
  until: number,
  from = 0,
): [string, number | null][] {
  const first = from === 0 ? player.due(null, NONE) : [];
  const seen: [string, number | null][] = first.map(({ shot }) => [shot.id ?? '', null]);
  for (let now = from; now <= until; now += 100)
    for (const { shot } of player.due(now, NONE)) seen.push([shot.id ?? '', now]);
  return seen;
}

describe('a score', () => {
  test('starts the dream with its first shot, and keeps the distances of the rest', () => {
    expect(play(createScorePlayer(scoreOf([5, 6, 8.5]), { plays: true }), 9000)).toEqual([
      ['s0', null],
      ['s1', 1000],
      ['s2', 3500],
    ]);
  });

  test('waits at a shot without a time', () => {
    const player = createScorePlayer(scoreOf([0, 1, 'next', 4]), { plays: true });
    expect(play(player, 9000).map(([id]) => id)).toEqual(['s0', 's1']);
    expect(player.state(9000)).toMatchObject({ state: 'holding', next: 's2' });
    expect(player.next(9000)?.shot.id).toBe('s2');
    expect(play(player, 20_000, 9000)).toEqual([['s3', 12_000]]);
    expect(player.state(20_000).state).toBe('done');
  });

  test('stands still during a pause, skips ahead, and leaves out muted shots', () => {
    const player = createScorePlayer(scoreOf([0, 10, { at: 20, muted: true }, 30]), { plays: true });
    play(player, 2000);
    player.pause(2000);
    expect(play(player, 60_000, 2000)).toEqual([]);
    player.play(60_000);
    expect(player.state(60_000)).toMatchObject({ state: 'playing', inMs: 8000 });
    expect(player.next(61_000)).toMatchObject({ keepsFrames: false, index: 1 });
    expect(play(player, 90_000, 61_000)).toEqual([['s3', 81_000]]);
  });

  test('starts again after its loop, and never floods', () => {
    const player = createScorePlayer(scoreOf([0, 0, 0], { loop: 5 }), { plays: true });
    expect(play(player, 11_000).filter(([, at]) => at !== null)).toHaveLength(8);
    const muted = createScorePlayer(scoreOf([{ at: 0, muted: true }], { loop: 5 }), { plays: true });
    expect(play(muted, 20_000)).toEqual([]);
  });

  test('started in a running dream, it starts now', () => {
    const player = createScorePlayer(scoreOf([0, 2]), { plays: false });
    expect(play(player, 5000)).toEqual([]);
    player.play(5000);
    expect(play(player, 9000, 5000)).toEqual([
      ['s0', 5000],
      ['s1', 7000],
    ]);
  });

  test('goes on after the last played shot when it is edited', () => {
    const player = createScorePlayer(scoreOf([0, 5, 10]), { plays: true });
    play(player, 6000);
    player.edit(scoreOf([0, 5, 7, 10]));
    expect(play(player, 12_000, 6000)).toEqual([
      ['s2', 7000],
      ['s3', 10_000],
    ]);
  });

  test('sends all prompts of the first frame together', () => {
    const frames = [
      { at: 0, frame: 1 },
      { at: 0, frame: 1 },
      { at: 0, frame: 9 },
    ];
    const first = createScorePlayer(scoreOf(frames), { plays: true }).due(null, NONE);
    expect(first.map(({ more }) => more)).toEqual([true, false]);
  });
});

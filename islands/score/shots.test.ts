import { expect, test } from 'vitest';
import {
  changeShot,
  type EditedScore,
  finished,
  isSteering,
  moveShot,
  removeShot,
  restoreShot,
  secondsOf,
  settingsOf,
  timeText,
  withIds,
} from './shots.ts';

const SCORE: EditedScore = withIds({
  version: 1,
  shots: [
    { at: 0, frame: 1, prompt: 'a' },
    { at: 5, prompt: 'b' },
    { at: 'next', prompt: 'c' },
    { at: 9, prompt: 'd' },
  ],
});
const listed = ({ shots }: EditedScore) => shots.map(({ at, prompt }) => `${at} ${prompt}`);

test('moving a shot keeps the times in their places', () => {
  expect(listed(moveShot(SCORE, 's4', 0))).toEqual(['0 d', '5 a', 'next b', '9 c']);
  expect(moveShot(SCORE, 's4', 0).shots.some(({ frame }) => frame)).toBe(false);
  expect(moveShot(SCORE, 's1', -1)).toBe(SCORE);
});

test('a changed time moves its shot, and never lets time run backwards', () => {
  expect(listed(changeShot(SCORE, 's1', { at: 7 }))).toEqual(['5 b', '7 a', 'next c', '9 d']);
  expect(listed(changeShot(SCORE, 's4', { at: 2 }))).toEqual(['0 a', '5 b', 'next c', '5 d']);
});

test('a deleted shot comes back to its place', () => {
  const shot = SCORE.shots[1];
  expect(shot && listed(restoreShot(removeShot(SCORE, 's2'), shot, 1))).toEqual(listed(SCORE));
});

test.each([
  ['5', 5],
  ['1:02.5', 62.5],
  ['1:00:00', 3600],
  [' 0:07,25 ', 7.25],
  ['-1', null],
  ['1e9', null],
  ['soon', null],
])('reads the time %j', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
  if (seconds !== null && seconds < 3600) expect(secondsOf(timeText(seconds))).toBe(seconds);
});

test('steering is no setting of a shot, and alone no row', () => {
  const steered = { camera: 'steer:pan:1' };
  expect(settingsOf({ at: 0, controls: { ...steered, motion: 2 } })).toEqual([['motion', 2]]);
  expect(isSteering({ at: 0, controls: steered })).toBe(true);
  for (const shot of [
    { at: 0 },
    { at: 0, prompt: 'a', controls: steered },
    { at: 0, controls: { motion: 2 } },
  ])
    expect(isSteering(shot)).toBe(false);
  const cleared = changeShot(
    { version: 1, shots: [{ id: 'a', at: 0, prompt: 'x', controls: steered }] },
    'a',
    {
      prompt: '',
    },
  );
  expect(cleared.shots.map(isSteering)).toEqual([false]);
  expect(finished(cleared).shots).toEqual([{ id: 'a', at: 0, controls: steered }]);
});

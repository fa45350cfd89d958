import { describe, expect, test } from 'vitest';
import { createQualityJudge } from './quality.ts';

/** Feeds the judge a stream of 16 fps and checks it every two seconds. */
function watch(
  judge: ReturnType<typeof createQualityJudge>,
  looks: number,
  line: { leftOut?: number; fps?: number },
) {
  const judged = [];
  for (let look = 0; look < looks; look++) {
    at += 2_000;
    frames += 2 * (line.fps ?? 16);
    judged.push(judge.look(at, frames, { shown: 0, leftOut: line.leftOut ?? 0, congested: false }, 16));
  }
  return {
    verdicts: judged.flatMap(({ verdict }) => (verdict ? [verdict] : [])),
    qualities: judged.flatMap(({ jpegQuality }) => (jpegQuality ? [jpegQuality] : [])),
  };
}
let at = 0;
let frames = 0;

describe('the verdict on a viewer’s connection', () => {
  test('is empty while all is well', () => {
    expect(watch(createQualityJudge(), 20, {})).toEqual({ verdicts: [], qualities: [] });
  });

  test('names the network when frames are dropped, and reports when that is over', () => {
    const judge = createQualityJudge();
    expect(watch(judge, 10, { leftOut: 0.6 }).verdicts).toEqual([{ verdict: 'poor', cause: 'network' }]);
    expect(watch(judge, 10, {}).verdicts).toEqual([{ verdict: 'good', cause: null }]);
  });

  test('is reported again for another connection', () => {
    const judge = createQualityJudge();
    const poor = [{ verdict: 'poor', cause: 'network' }];
    expect(watch(judge, 10, { leftOut: 0.6 }).verdicts).toEqual(poor);
    judge.socketOpened();
    expect(watch(judge, 10, { leftOut: 0.6 }).verdicts).toEqual(poor);
  });

  test('names the generator when it is too slow', () => {
    expect(watch(createQualityJudge(), 10, { fps: 9 }).verdicts).toEqual([
      { verdict: 'fair', cause: 'generator' },
    ]);
  });

  test('names a new cause even if the quality is no better', () => {
    const judge = createQualityJudge();
    expect(watch(judge, 10, { fps: 6 }).verdicts).toEqual([{ verdict: 'poor', cause: 'generator' }]);
    expect(watch(judge, 10, { fps: 6, leftOut: 0.6 }).verdicts).toEqual([
      { verdict: 'poor', cause: 'network' },
    ]);
  });

  test('is also bad if the causes alternate', () => {
    const judge = createQualityJudge();
    const judged = [0.6, 0, 0.6, 0].flatMap((leftOut) => watch(judge, 1, { fps: 6, leftOut }).verdicts);
    expect(judged.map(({ verdict }) => verdict)).toEqual(['poor']);
  });

  test('doesn’t change with every hiccup', () => {
    const judge = createQualityJudge();
    for (let turn = 0; turn < 10; turn++) {
      expect(watch(judge, 1, { leftOut: 0.6 }).verdicts).toEqual([]);
      expect(watch(judge, 1, {}).verdicts).toEqual([]);
    }
  });

  test('requests smaller frames down to a minimum while it lasts, and slowly better ones after', () => {
    const judge = createQualityJudge();
    expect(watch(judge, 20, { leftOut: 0.6 }).qualities).toEqual([70, 60]);
    expect(watch(judge, 30, {}).qualities).toEqual([65, 70, 75, 80]);
  });
});

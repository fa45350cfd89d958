import { expect, test } from 'vitest';
import { digitalSourceType, isMadeByAi } from './source-type.ts';

const TERMS = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

test.each([
  [{ isAi: true, generator: 'diffusion' }, false, true, 'trainedAlgorithmicMedia'],
  [{ isAi: true, generator: 'diffusion' }, true, true, 'compositeWithTrainedAlgorithmicMedia'],
  [{ isAi: false, generator: 'fractals' }, true, false, 'algorithmicMedia'],
  // Stored before `isAi` existed, when everything but the painter was AI.
  [{ isAi: null, generator: 'demo' }, false, false, 'algorithmicMedia'],
  [{ isAi: null, generator: 'comfyui' }, false, true, 'trainedAlgorithmicMedia'],
])('a dream by %j, started from an image: %j', (source, picture, isAi, term) => {
  expect(isMadeByAi(source)).toBe(isAi);
  expect(digitalSourceType(source, { picture, camera: false })).toBe(`${TERMS}${term}`);
});

test('a dream that edited a camera’s pictures says so, whatever drew it', () => {
  const from = { picture: false, camera: true };
  expect(digitalSourceType({ isAi: true, generator: 'krea' }, from)).toBe(
    `${TERMS}compositeWithTrainedAlgorithmicMedia`,
  );
  // No trained model was involved.
  expect(digitalSourceType({ isAi: false, generator: 'demo' }, from)).toBe(`${TERMS}compositeSynthetic`);
});

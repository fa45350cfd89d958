import { expect, test } from 'vitest';
import { digitalSourceType, isMadeByAi } from './source-type.ts';

test.each([
  [{ isAi: true, generator: 'diffusion' }, false, true, 'trainedAlgorithmicMedia'],
  [{ isAi: true, generator: 'diffusion' }, true, true, 'compositeWithTrainedAlgorithmicMedia'],
  [{ isAi: false, generator: 'fractals' }, true, false, 'algorithmicMedia'],
  // Stored before `isAi` existed, when everything but the painter was AI.
  [{ isAi: null, generator: 'demo' }, false, false, 'algorithmicMedia'],
  [{ isAi: null, generator: 'comfyui' }, false, true, 'trainedAlgorithmicMedia'],
])('a dream by %j, started from an image: %j', (source, fromPicture, isAi, term) => {
  expect(isMadeByAi(source)).toBe(isAi);
  expect(digitalSourceType(source, fromPicture)).toBe(
    `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`,
  );
});

import { expect, test } from 'vitest';
import { diagnoseDescriptors } from './diagnose-descriptors.ts';

test('the doctor warns where few connections use up all files that may be open', () => {
  expect(diagnoseDescriptors(1024)).toMatchObject({
    level: 'warning',
    text: 'only 1024 files and connections may be open at once',
    cure: expect.stringMatching(/LimitNOFILE=65536/),
  });
  expect(diagnoseDescriptors(65_536).level).toBe('ok');
});

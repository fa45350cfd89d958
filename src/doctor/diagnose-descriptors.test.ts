import { expect, test } from 'vitest';
import { diagnoseDescriptors } from './diagnose-descriptors.ts';

test('the doctor warns if a few connections use up all file descriptors', () => {
  expect(diagnoseDescriptors(1024)).toMatchObject({
    level: 'warning',
    text: 'at most 1,024 files and connections can be open at once, which is too few',
    cure: expect.stringMatching(/LimitNOFILE=65536/),
  });
  expect(diagnoseDescriptors(65_536).level).toBe('ok');
});

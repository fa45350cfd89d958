import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnoseMemory } from './diagnose-memory.ts';

test('too little memory for a compile next to the server is a warning that says how much is needed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-memory-'));
  const limit = join(folder, 'memory.max');
  const findings = async (text: string) => {
    writeFileSync(limit, text);
    return diagnoseMemory(null, [limit, join(folder, 'none')]);
  };
  expect(await findings('268435456\n')).toEqual([
    {
      level: 'warning',
      text: 'this machine has 268 MB of memory, so the system kills processes that compile recordings',
      cure: 'Give it 416 MB or more. Until then videos are postponed and retried.',
    },
  ]);
  expect(await findings('max\n')).toMatchObject([{ level: 'ok' }]);
  rmSync(folder, { recursive: true });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the loop uses no Node APIs, so a browser tab can run the same files', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  const texts = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name ?? ''),
  );
  const foreign = new Set(imported.filter((name) => !name.startsWith('./')));
  expect([...foreign].sort()).toEqual([
    '../../../generator/generator.ts',
    '../../../generator/random.ts',
    '../../../generator/values.ts',
    '../../../generator/video-coder.ts',
    '../../../kit/log.ts',
    '../../../kit/shared/picture-rate.ts',
    '../../../protocol/controls.ts',
    '../../contract/faults.ts',
    '../../contract/model-files/file-fault.ts',
    '../../contract/model-files/hub.ts',
    '../../contract/presets.ts',
    '../../player/player.ts',
    '@huggingface/tokenizers',
    'zod',
  ]);
  expect(texts.filter((text) => /\b(process|Buffer|require|__dirname)\b[.(]/.test(text))).toEqual([]);
});

import { expect, test } from 'vitest';
import { loadAssets, NotBuiltError } from '../../modules/web/load-assets.ts';
import { runtimeFault } from './require-node.ts';

test('an unsupported runtime is reported before it crashes', () => {
  expect(runtimeFault({ node: '20.20.2' })).toMatch(/^Node 20\.20\.2 is too old\. Install Node 22 or newer/);
  expect([runtimeFault({ node: '22.12.0' }), runtimeFault({ bun: '1.4.4', node: '20.0.0' })]).toEqual([
    null,
    null,
  ]);
});

test('a start before the pages are built names the build command', () => {
  expect(() => loadAssets('/not/there')).toThrow(NotBuiltError);
  expect(() => loadAssets('/not/there')).toThrow(/bun run start/);
});

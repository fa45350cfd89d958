import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openingFault } from './opening-fault.ts';

/** As reported by ONNX Runtime 1.23. */
const SAID =
  'Deserialize tensor unet.weight failed.tensorprotoutils.cc:302 GetExternalDataInfo External initializer: unet.weight offset: 0 size to read: 24 given file_length: 12 are out of bounds or can not be read in full.\n  at 0x7f';

test('a graph with truncated data is named with its files and their sizes, without the runtime’s own error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-opening-'));
  await mkdir(join(folder, 'unet'));
  const graph = join(folder, 'unet/model.onnx');
  await writeFile(graph, 'graph');
  await writeFile(`${graph}_data`, new Uint8Array(12));
  const words = await openingFault(graph, 'cpu', SAID);
  expect(words).toContain(`${graph} can’t be opened on cpu`);
  expect(words).toContain('model.onnx (5 bytes), model.onnx_data (12 bytes)');
  expect(words).not.toContain('tensorprotoutils');
  expect(await openingFault(graph, 'cuda', 'no kernel for Foo\n  at 0x7f')).toBe(
    `${graph} can’t be opened on cuda: no kernel for Foo`,
  );
  await rm(folder, { recursive: true });
});

import type { KeyStore } from '../marks/credentials/key-store.ts';
import type { Marks } from '../marks/marks.ts';
import type { FileMarks } from '../marks/write-marks.ts';

/** Marks of a dream rendered by the painter. */
export const someMarks = (more: Partial<Marks> = {}): Marks => ({
  sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  tool: 'Reverie · demo · 1',
  createdAt: '2026-09-21T14:13:20.000Z',
  title: '',
  prompts: [],
  drawnBy: { name: 'demo', version: '1', model: null, licence: null },
  seed: 1,
  images: [],
  fromCamera: false,
  ...more,
});

/** Marks of unsigned files. */
export const unsignedMarks = (more: Partial<FileMarks> = {}): FileMarks => ({
  marks: someMarks(),
  signing: null,
  watermark: null,
  trustmark: null,
  ...more,
});

/** A key store that keeps nothing. */
export const keepsNothing: KeyStore = {
  findKeys: async () => null,
  keepKeys: async (keys) => keys,
  renewKeys: async (_former, keys) => keys,
  listChains: async () => [],
};

import { expect, test } from 'vitest';
import type { Credentials } from './check-messages.ts';
import type { Findings } from './check-state.ts';
import { sourceWords } from './source-words.ts';
import { verdictOf } from './verdict.ts';

const TERMS = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const AI = `${TERMS}trainedAlgorithmicMedia`;
const ours = { known: true, made_at: '2026-11-20T10:00:00', generator: 'diffusion', ai: true };
const unknown = { known: false, made_at: null, generator: null, ai: null };
const watermark = { id: '0123456789abcdef', confidence: 0.97, scale: 1 };
const nothing: Findings = {
  credentials: null,
  credentialsFault: null,
  xmp: null,
  sha256: '00',
  byHash: unknown,
  watermark: null,
  hasPixels: true,
};
const signed = (more: Partial<Credentials> = {}): Credentials => ({
  state: 'unchanged',
  isKnown: false,
  isOwn: false,
  issuer: 'Acme',
  name: 'Camera',
  stampedAt: null,
  createdAt: null,
  sourceType: AI,
  generator: null,
  signedWith: null,
  model: null,
  licence: null,
  seed: null,
  prompts: [],
  madeFrom: [],
  faults: [],
  ...more,
});

test.each<[string, Partial<Findings>, RegExp]>([
  ['nothing', {}, /^No mark found\. That doesn’t prove that a person made it/],
  [
    'nothing while the site is away',
    { byHash: 'offline', hasPixels: false },
    /Its pixels couldn’t be read\. This site couldn’t be reached/,
  ],
  ['the file itself', { byHash: ours }, /^Made here by AI\. This is the original file, byte for byte\.$/],
  [
    'our signature',
    { credentials: signed({ isOwn: true, isKnown: true }) },
    /^Made here by AI\. Signed by this site, and unchanged/,
  ],
  [
    'our signature on a camera’s pictures that the painter edited',
    { credentials: signed({ isOwn: true, isKnown: true, sourceType: `${TERMS}compositeSynthetic` }) },
    /^Made here by a program\. Signed by this site, and unchanged/,
  ],
  [
    'a stranger’s signature',
    { credentials: signed() },
    /^Signed as “Acme”, unchanged since\. The signed metadata says: Made by AI\. This site doesn’t know the signer/,
  ],
  [
    'a stranger who took our name',
    { credentials: signed({ issuer: 'Reverie' }) },
    /doesn’t know the signer, and anyone can sign with any name/,
  ],
  [
    'our file, changed, with our mark in it',
    {
      credentials: signed({ state: 'changed', isOwn: true, isKnown: true }),
      watermark,
      byWatermark: ours,
    },
    /^Changed since it was signed\. This site signed it, but .* Our watermark is still in its pixels/,
  ],
  ['a broken signature', { credentials: signed({ state: 'broken' }) }, /^Its signature isn’t valid/],
  [
    'a signature too damaged to be read, with our mark in the pixels',
    {
      credentialsFault: 'damaged',
      watermark,
      byWatermark: ours,
      xmp: { sourceType: AI, tool: null, createdAt: null },
    },
    /^Its signature isn’t valid\. .*damaged or not valid.* Our watermark is still in its pixels/,
  ],
  [
    'a damaged signature alone',
    { credentialsFault: 'damaged' },
    /^Its signature isn’t valid\. Its content credentials are damaged/,
  ],
  [
    'a file too odd to be read',
    { credentialsFault: 'unread' },
    /^No mark found\. .*credentials couldn’t be read/,
  ],
  [
    'the file itself, of which no reader is here',
    { credentialsFault: 'offline', watermark, byWatermark: ours },
    /^Made here by AI\. .*but its signature couldn’t be read/,
  ],
  [
    'the pixels alone',
    { watermark, byWatermark: ours },
    /^Made here by AI\. Our watermark is in its pixels, but the metadata is gone/,
  ],
  ['another site’s pixels', { watermark, byWatermark: unknown }, /Nothing made here has its number/],
  [
    'pixels, and no answer',
    { watermark, byWatermark: 'busy' },
    /couldn’t be reached to find out whether it’s one of ours/,
  ],
  [
    'words alone',
    { xmp: { sourceType: AI, tool: null, createdAt: null } },
    /^It says: Made by AI\. Only its unsigned metadata/,
  ],
])('%s in plain words', (_, found, expected) => {
  const { title, text } = verdictOf({ ...nothing, ...found });
  expect(`${title}. ${text}`).toMatch(expected);
});

test('a damaged signature is a warning, no matter what else is found', () => {
  for (const found of [
    { credentialsFault: 'damaged' as const },
    { credentials: signed({ state: 'broken' }) },
  ])
    for (const more of [{}, { watermark, byWatermark: ours }, { watermark, byWatermark: unknown }])
      expect(verdictOf({ ...nothing, ...found, ...more }).tone).toBe('changed');
});

test('a source type named like a member of every object is shown as is', () => {
  expect(
    ['constructor', '__proto__', 'toString'].map((term) => sourceWords(`http://x.example/${term}`)),
  ).toEqual(['constructor', '__proto__', 'toString']);
});

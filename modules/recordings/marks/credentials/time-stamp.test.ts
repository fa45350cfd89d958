import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_CHAIN_FILE, OWN_CONTENT_KEY_FILE } from '../../contract/settings.ts';
import { keepsNothing, someMarks } from '../../testing/some-marks.ts';
import { type Manner, openTimeStamper } from '../../testing/time-stamper.ts';
import { createSigner, type Signer } from './cose.ts';
import { diagnoseCredentials } from './diagnose-credentials.ts';
import { manifestOf } from './manifest.ts';
import { openC2pa } from './open-c2pa.ts';
import { openSigning } from './sign-file.ts';
import { ownSigningFiles, readChain } from './signing-key.ts';
import { openStamper, TIME_STAMP_MS } from './time-stamp.ts';

let folder: string;
let signer: Signer;
let image: Buffer;
let signFile: Awaited<ReturnType<typeof openSigning>>;
let authority: Awaited<ReturnType<typeof openTimeStamper>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-time-stamp-'));
  const { chainPath, keyPath } = await ownSigningFiles(folder, keepsNothing, Date.now());
  signer = createSigner(await readFile(keyPath, 'utf8'), await readChain(chainPath));
  image = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  signFile = await openSigning();
  authority = await openTimeStamper();
});
afterAll(async () => {
  authority.close();
  await rm(folder, { recursive: true, force: true });
});

const DEFINITION = manifestOf(someMarks(), 'poster');

/** Signs an image. @returns the reader's findings and the stamper's fault */
async function signWith(manner: Manner, url = authority.url) {
  authority.answer(manner);
  const path = join(folder, 'picture.jpg');
  await writeFile(path, image);
  // Short, for authorities that never respond.
  const stamper = openStamper(url, signer.certificate, manner === 'never' ? 200 : undefined);
  const before = performance.now();
  await signFile({ path, format: 'image/jpeg', definition: DEFINITION, signer, stamp: stamper.stamp });
  const ms = performance.now() - before;
  const { WasmReader } = await openC2pa();
  const reader = await WasmReader.fromBytes('image/jpeg', await readFile(path));
  const { validation_state, validation_results } = JSON.parse(reader.json());
  const { success, informational } = validation_results.activeManifest;
  const codes = [...success, ...informational].map(({ code }: { code: string }) => code);
  const stamps = codes.filter((code: string) => code.startsWith('timeStamp.'));
  return { state: validation_state, stamps: [...new Set(stamps)], fault: stamper.fault, ms };
}

test('a signature contains a time stamp', async () => {
  const stamped = { state: 'Valid', stamps: ['timeStamp.validated', 'timeStamp.untrusted'], fault: null };
  expect(await signWith('granted')).toMatchObject(stamped);
  const before = authority.asked;
  // The token didn't fit, so the file was signed twice.
  expect(await signWith('with many certificates')).toMatchObject(stamped);
  expect(authority.asked).toBe(before + 2);
});

test('a faulty authority leaves a file signed, but without a time stamp', async () => {
  const faults: [Manner, string][] = [
    ['refused', 'refused: too many requests'],
    ['never', 'The operation timed out.'],
    ['not found', 'answered 404'],
    ['a page', 'sent something other than a time stamp'],
    ['cut off', 'sent something other than a time stamp'],
    ['endless', 'answered more than 32768 bytes'],
    ['for another request', 'sent a response to another request'],
    ['the same again', 'stamped something else'],
    ['of something else', 'stamped something else'],
    ['of long ago', 'when the certificate isn’t valid'],
    ['changed', 'sent a token without a valid signature'],
    ['by a certificate that vouches for itself', 'sent a token without a valid signature'],
    ['by a certificate for something else', 'sent a token without a valid signature'],
  ];
  for (const [manner, fault] of faults) {
    const signed = await signWith(manner);
    expect(signed, manner).toMatchObject({ state: 'Valid', stamps: [] });
    expect(signed.fault, manner).toContain(`${new URL(authority.url).origin}: `);
    expect(signed.fault, manner).toContain(fault);
    expect(signed.ms, manner).toBeLessThan(TIME_STAMP_MS);
  }
  const away = await signWith('granted', 'http://127.0.0.1:9/tsa');
  expect(away).toMatchObject({ state: 'Valid', stamps: [] });
  expect(away.fault).toContain('http://127.0.0.1:9: ');
});

test('the doctor requests a time stamp, and checks that key and certificate match', async () => {
  const look = async (manner: Manner, keyFolder: string) => {
    authority.answer(manner);
    const found = await diagnoseCredentials({
      DATA_DIR: folder,
      COMPILE_JOBS: 1,
      CONTENT_CREDENTIALS: true,
      WATERMARK: 'on',
      CONTENT_CERT_FILE: join(folder, CONTENT_CHAIN_FILE),
      CONTENT_KEY_FILE: join(keyFolder, OWN_CONTENT_KEY_FILE),
      CONTENT_TSA_URL: authority.url,
    });
    return found.map(({ level, text }) => `${level}: ${text}`);
  };
  const { origin } = new URL(authority.url);
  const good = await look('granted', folder);
  expect(good[0]).toMatch(/^ok: files are signed with a certificate that is valid until 20\d\d-/);
  expect(good[1]).toBe(`ok: time stamps come from ${origin}`);
  const other = join(folder, 'other');
  await ownSigningFiles(other, keepsNothing, Date.now());
  expect(await look('refused', other)).toEqual([
    'error: files can’t be signed: the key doesn’t match the certificate',
    `warning: no time stamps from ${origin}: refused: too many requests`,
  ]);
});

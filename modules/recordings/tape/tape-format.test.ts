import { expect, test } from 'vitest';
import { CODEC, CODEC_IDS, isVideo } from '../../protocol/codecs.ts';
import { type Coding, decodeRecordHeader, encodeRecordHeader } from './tape-format.ts';

const headerOf = (coding: Coding) => encodeRecordHeader({ id: 1, bytes: new Uint8Array(4), ...coding }, 0);

test('every codec has its own tape marks, and those of existing tapes don’t change', () => {
  const codings = CODEC_IDS.flatMap((codec) =>
    (isVideo(codec) ? [true, false] : [true]).map((key): Coding => ({ codec, key })),
  );
  expect(codings.map((coding) => decodeRecordHeader(headerOf(coding)))).toMatchObject(codings);

  const markOf = (coding: Coding) => headerOf(coding).toString('latin1', 0, 4);
  expect(markOf({ codec: CODEC.jpeg, key: true })).toBe('FRME');
  expect(markOf({ codec: CODEC.h264, key: true })).toBe('FRMK');
  expect(markOf({ codec: CODEC.h264, key: false })).toBe('FRMP');
});

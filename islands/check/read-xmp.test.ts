import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addGifXmp } from '../../modules/recordings/marks/gif-xmp.ts';
import { markVideo, xmpOf } from '../../modules/recordings/marks/write-marks.ts';
import { someMarks } from '../../modules/recordings/testing/some-marks.ts';
import { readKind } from './file-kind.ts';
import { readXmp } from './read-xmp.ts';

const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const xmp = xmpOf(someMarks({ sourceType: SOURCE, tool: 'Reverie & co · demo' }));
const picture = () => sharp({ create: { width: 16, height: 16, channels: 3, background: 'grey' } });

async function look(bytes: Uint8Array) {
  const file = new Blob([new Uint8Array(bytes)]);
  const kind = await readKind(file);
  return [kind?.name ?? null, kind && ((await readXmp(file, kind))?.sourceType ?? null)];
}

test('finds the digital source type in every format that we mark, and in no unmarked file', async () => {
  // Some programs write PNG as the XMP specification says, which sharp doesn't.
  const chunk = Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(chunk.length);
  header.write('iTXt', 4, 'latin1');
  const png = await picture().png().toBuffer();
  const afterHeader = 8 + 25;
  const parts = [png.subarray(0, afterHeader), header, chunk, Buffer.alloc(4), png.subarray(afterHeader)];
  expect(await look(Buffer.concat(parts))).toEqual(['PNG', SOURCE]);
  for (const [name, format] of [
    ['JPEG', 'jpeg'],
    ['PNG', 'png'],
    ['WebP', 'webp'],
  ] as const) {
    expect(await look(await picture().toFormat(format).withXmp(xmp).toBuffer())).toEqual([name, SOURCE]);
    expect(await look(await picture().toFormat(format).toBuffer())).toEqual([name, null]);
  }
  const gif = await picture().gif().toBuffer();
  expect(await look(gif)).toEqual(['GIF', null]);
  expect(await look(addGifXmp(gif, xmp))).toEqual(['GIF', SOURCE]);
  expect(await sharp(addGifXmp(gif, xmp)).stats()).toMatchObject({ isOpaque: true });
  const folder = await mkdtemp(join(tmpdir(), 'reverie-xmp-'));
  const path = join(folder, 'video.mp4');
  const start = Buffer.from('00000010667479706d70343200000000', 'hex');
  await writeFile(path, start);
  expect(await look(await readFile(path))).toEqual(['MP4', null]);
  await markVideo(path, xmp);
  const marked = await readFile(path);
  expect(await look(marked)).toEqual(['MP4', SOURCE]);
  await rm(folder, { recursive: true });

  // Reading ends even if the file is truncated anywhere or any byte is changed.
  for (const whole of [marked, addGifXmp(gif, xmp)]) {
    for (let cut = 0; cut < whole.length; cut += 7) {
      await look(whole.subarray(0, cut));
      const odd = Buffer.from(whole);
      odd.writeUInt8(0, cut);
      await look(odd);
    }
  }
  expect(await look(await picture().avif().toBuffer())).toEqual([null, null]);
  expect(await look(Buffer.from('plain text'))).toEqual([null, null]);
});

test('reads attributes and links, as other programs write them', async () => {
  const attribute = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${SOURCE}"/></rdf:RDF></x:xmpmeta>`;
  const link = attribute
    .replace(` Iptc4xmpExt:DigitalSourceType="${SOURCE}"/>`, '>')
    .replace(
      '</rdf:RDF>',
      `<Iptc4xmpExt:DigitalSourceType rdf:resource="${SOURCE}"/></rdf:Description></rdf:RDF>`,
    );
  for (const packet of [attribute, link])
    expect(await look(await picture().jpeg().withXmp(packet).toBuffer())).toEqual(['JPEG', SOURCE]);
});

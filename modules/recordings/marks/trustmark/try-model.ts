import { readFile } from 'node:fs/promises';
import { error, type Finding, ok, warning } from '../../../kit/settings/finding.ts';
import { formatNumber } from '../../../kit/texts/formats.ts';
import { m } from '../../../kit/texts/m.ts';
import { openDecoder, openEncoder } from '../../../watermark/contract/trustmark/graphs.ts';
import { packetOf, readPacket } from '../../../watermark/contract/trustmark/packet.ts';
import { resampleSquare } from '../../../watermark/contract/trustmark/resample.ts';
import { watermarkFrom } from '../../../watermark/contract/watermark-id.ts';
import type { TrustmarkFiles } from './model-files.ts';
import { RUNTIME } from './onnx-runtime.ts';

/** Watermarks at least this many decibels below the image are invisible. */
const LEAST_DB = 42;

/** Marks and reads a test image. @throws Error if a file is missing or isn't a TrustMark model */
export async function tryModel(files: Pick<TrustmarkFiles, 'encoder' | 'decoder'>): Promise<Finding> {
  const id = watermarkFrom('doctor');
  const encoder = await openEncoder(await readFile(files.encoder), RUNTIME);
  const image = hills(encoder.side);
  const began = performance.now();
  const residual = await encoder.residual(image, packetOf(id));
  const ms = Math.round(performance.now() - began);
  const power = residual.reduce((sum, value) => sum + value ** 2, 0) / residual.length;
  const db = 10 * Math.log10(4 / power);
  const decoder = await openDecoder(await readFile(files.decoder), RUNTIME);
  const marked = image.map((value, at) => value + (residual[at] as number));
  if (readPacket(await decoder.logits(resampleSquare(marked, encoder.side, decoder.side)))?.id !== id)
    return error(m.recordings_doctor_trustmark_mismatch(), m.recordings_doctor_trustmark_mismatch_cure());
  const decibels = formatNumber(db, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const text = m.recordings_doctor_trustmark_read({ ms, decibels });
  return db >= LEAST_DB
    ? ok(text)
    : warning(text, m.recordings_doctor_trustmark_visible_cure({ decibels: formatNumber(LEAST_DB) }));
}

/** A test image with light and dark, smooth and detailed areas. */
const hills = (side: number): Float32Array =>
  Float32Array.from({ length: 3 * side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side) % side];
    return 0.5 * Math.sin((x * y) / (side * 4)) + 0.3 * Math.cos(y / 9);
  });

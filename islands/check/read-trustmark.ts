import type { WatermarkReading } from '../../modules/watermark/contract/read-watermark.ts';
import { type Decoder, openDecoder } from '../../modules/watermark/contract/trustmark/graphs.ts';
import { PACKET_BITS, readPacket } from '../../modules/watermark/contract/trustmark/packet.ts';
import { resampleSquare, SQUARE_SIDE } from '../../modules/watermark/contract/trustmark/resample.ts';
import type { TrustmarkUrls } from './check-messages.ts';

let opened: { address: string; decoder: Promise<Decoder> } | null = null;

/**
 * Looks for TrustMark's watermark in frames of one file, which together show more than each alone.
 * @throws Error if the decoder can't be loaded
 */
export async function readTrustmark(
  squares: readonly Float32Array[],
  urls: TrustmarkUrls,
): Promise<WatermarkReading | null> {
  if (opened?.address !== urls.decoder)
    opened = { address: urls.decoder, decoder: openDecoder(urls.decoder, urls.runtime) };
  const decoder = await opened.decoder.catch((error) => {
    opened = null;
    throw error;
  });
  const sum = new Float32Array(PACKET_BITS);
  for (const square of squares) {
    const logits = await decoder.logits(resampleSquare(square, SQUARE_SIDE, decoder.side));
    for (const [at, value] of logits.entries()) (sum[at] as number) += value;
    const found = readPacket(logits) ?? readPacket(sum);
    if (found) return { id: found.id, confidence: 1 - found.errors / PACKET_BITS, scale: 1 };
  }
  return null;
}

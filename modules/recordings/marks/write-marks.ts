import { appendFile } from 'node:fs/promises';
import { escapeHtml } from '../../../src/kit/shared/escape-html.ts';
import type { Signing } from './credentials/signing-key.ts';
import type { Marks } from './marks.ts';

/** Type of the `uuid` box that holds XMP in MP4 files (XMP specification, part 3, 1.1.3). */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const BOX_HEADER_BYTES = 24;
/** Players show less. */
const MAX_DESCRIPTION = 8_000;

/** Marks of a recording's files, and the means to write them. */
export interface FileMarks {
  marks: Marks;
  /** null where files are not signed */
  signing: Signing | null;
  /** id of the watermark in the pixels, 16 hex digits; null where they get none */
  watermark: string | null;
  /** path of TrustMark's encoder, by which it is written; null: our own way */
  trustmark: string | null;
}

/** XMP packet with IPTC's digital source type, the tool and the time: for JPEG stills and MP4. */
export const xmpOf = ({ sourceType, tool, createdAt }: Marks): string =>
  `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>${sourceType}</Iptc4xmpExt:DigitalSourceType>
   <xmp:CreatorTool>${escapeHtml(tool)}</xmp:CreatorTool>
   <xmp:CreateDate>${createdAt}</xmp:CreateDate>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;

/** Adds the XMP packet to a finished MP4 file, behind all that players read. */
export async function markVideo(path: string, xmp: string): Promise<void> {
  const packet = Buffer.from(xmp);
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  header.writeUInt32BE(BOX_HEADER_BYTES + packet.length);
  header.write('uuid', 4, 'latin1');
  XMP_BOX.copy(header, 8);
  await appendFile(path, Buffer.concat([header, packet]));
}

/**
 * Title and description of a video, as ordinary metadata by FFmpeg's names: prompts with their times, one a line.
 */
export function describeVideo({ title, prompts, tool, createdAt }: Marks): Record<string, string> {
  const lines = prompts.map(({ text, seconds }) => `${timeText(seconds)} ${text}`);
  const description = lines.join('\n').slice(0, MAX_DESCRIPTION);
  return {
    ...(title && { title }),
    ...(description && { description }),
    comment: tool,
    date: createdAt,
  };
}

function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

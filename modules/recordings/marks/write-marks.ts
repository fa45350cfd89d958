import { appendFile } from 'node:fs/promises';
import { escapeHtml } from '../../kit/shared/escape-html.ts';
import type { Signing } from './credentials/signing-key.ts';
import type { Marks } from './marks.ts';

/** Type of the `uuid` box for XMP in MP4 files (XMP specification, part 3, 1.1.3). */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const BOX_HEADER_BYTES = 24;
/** Players show less than this. */
const MAX_DESCRIPTION = 8_000;

/** A recording's marks, and what is needed to write them. */
export interface FileMarks {
  marks: Marks;
  /** null if files aren't signed */
  signing: Signing | null;
  /** watermark id, 16 hex digits; null: none */
  watermark: string | null;
  /** path of TrustMark's encoder; null to use our own watermark */
  trustmark: string | null;
}

/** XMP packet with IPTC's digital source type, the tool and the time, for JPEG and MP4. */
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

/** Appends the XMP packet to a finished MP4, after everything that players read. */
export async function markVideo(path: string, xmp: string): Promise<void> {
  const packet = Buffer.from(xmp);
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  header.writeUInt32BE(BOX_HEADER_BYTES + packet.length);
  header.write('uuid', 4, 'latin1');
  XMP_BOX.copy(header, 8);
  await appendFile(path, Buffer.concat([header, packet]));
}

/** Title and description for a video, keyed by FFmpeg's names: prompts with their times, one per line. */
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

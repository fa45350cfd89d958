import type { WatermarkReading } from '../../modules/watermark/contract/read-watermark.ts';
import type { FileKind } from './file-kind.ts';
import type { XmpMarks } from './read-xmp.ts';

/** Certificates that this site knows, from the page. */
export interface Signers {
  /** PEM */
  anchors: string;
  /** serial numbers of this site's own certificates, in decimal */
  serials: string[];
}

export interface FilePrompt {
  text: string;
  seconds: number | null;
  frame: number | null;
}

/** Signed metadata of a file. Everything but the first three is in its signer's words. */
export interface Credentials {
  /** `changed`: the file is not what was signed; `broken`: the signature itself is none that holds */
  state: 'unchanged' | 'changed' | 'broken';
  /** by a certificate that this site vouches for */
  isKnown: boolean;
  /** by this site's own */
  isOwn: boolean;
  issuer: string | null;
  /** name on the certificate */
  name: string | null;
  /** by a time stamp that came with the signature */
  stampedAt: string | null;
  createdAt: string | null;
  sourceType: string | null;
  /** program that made it, and that signed it */
  generator: string | null;
  signedWith: string | null;
  model: string | null;
  licence: string | null;
  seed: number | null;
  prompts: FilePrompt[];
  /** titles of files that it was made from */
  madeFrom: string[];
  /** codes of faults of the signature, as C2PA has them */
  faults: string[];
}

/** `damaged`: there are some; `unread`: the file is too odd to say; `offline`: their reader was not fetched */
export type CredentialsFault = 'damaged' | 'unread' | 'offline';

/** Addresses of what reads TrustMark's watermark. */
export interface TrustmarkUrls {
  decoder: string;
  runtime: { mjs: string; wasm: string };
}

/** Commands to the thread that reads a file. */
export type CheckCommand =
  | {
      type: 'read';
      file: File;
      kind: FileKind;
      wasm: string;
      signers: Signers;
      trustmark: TrustmarkUrls | null;
    }
  /** a moment of a video */
  | { type: 'frame'; frame: ImageBitmap }
  /** all frames are there; looks for a watermark in them */
  | { type: 'search' };

/** Findings, one after the other. */
export type CheckReport =
  /** `fault`: why they could not be read, or null */
  | { type: 'credentials'; found: Credentials | null; fault: CredentialsFault | null }
  | { type: 'xmp'; found: XmpMarks | null }
  | { type: 'hashed'; part: number }
  | { type: 'hash'; sha256: string }
  /** the file in small */
  | { type: 'picture'; picture: ImageBitmap }
  /** all but the watermark of a video, whose frames are decoded by the page */
  | { type: 'wants-frames' }
  /**
   * `isReadable`: false if the pixels could not be read; `isHalfRead`: true if TrustMark's decoder, which this site uses,
   * could not check them
   */
  | { type: 'watermark'; found: WatermarkReading | null; isReadable: boolean; isHalfRead: boolean };

import type { WatermarkReading } from '../../modules/watermark/contract/read-watermark.ts';
import type { FileKind } from './file-kind.ts';
import type { XmpMarks } from './read-xmp.ts';

/** Certificates known to this site, as passed by the page. */
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

/** Signed metadata of a file. Everything except the first three fields is the signer's claim. */
export interface Credentials {
  /** `changed`: the file differs from what was signed; `broken`: the signature itself is invalid */
  state: 'unchanged' | 'changed' | 'broken';
  /** signed with a certificate that this site trusts */
  isKnown: boolean;
  /** signed with one of this site's own */
  isOwn: boolean;
  issuer: string | null;
  /** name on the certificate */
  name: string | null;
  /** according to the signature's time stamp */
  stampedAt: string | null;
  createdAt: string | null;
  sourceType: string | null;
  /** program that created it, and that signed it */
  generator: string | null;
  signedWith: string | null;
  model: string | null;
  licence: string | null;
  seed: number | null;
  prompts: FilePrompt[];
  /** titles of the files that it was made from */
  madeFrom: string[];
  /** C2PA's codes for faults of the signature */
  faults: string[];
}

/** `damaged`: there are credentials; `unread`: the file is too unusual to judge; `offline`: the reader failed to load */
export type CredentialsFault = 'damaged' | 'unread' | 'offline';

/** URLs of TrustMark's watermark decoder. */
export interface TrustmarkUrls {
  decoder: string;
  runtime: { mjs: string; wasm: string };
}

/** Commands to the worker that reads a file. */
export type CheckCommand =
  | {
      type: 'read';
      file: File;
      kind: FileKind;
      wasm: string;
      signers: Signers;
      trustmark: TrustmarkUrls | null;
    }
  /** a frame of a video */
  | { type: 'frame'; frame: ImageBitmap }
  /** all frames were sent; search them for a watermark */
  | { type: 'search' };

/** Findings, in order. */
export type CheckReport =
  /** `fault`: why they could not be read, or null */
  | { type: 'credentials'; found: Credentials | null; fault: CredentialsFault | null }
  | { type: 'xmp'; found: XmpMarks | null }
  | { type: 'hashed'; part: number }
  | { type: 'hash'; sha256: string }
  /** a thumbnail of the file */
  | { type: 'image'; image: ImageBitmap }
  /** everything is done except the watermark of a video, whose frames the page decodes */
  | { type: 'wants-frames' }
  /**
   * `isReadable`: false if the pixels could not be read; `isHalfRead`: true if TrustMark's decoder, which this site uses,
   * could not check them
   */
  | { type: 'watermark'; found: WatermarkReading | null; isReadable: boolean; isHalfRead: boolean };

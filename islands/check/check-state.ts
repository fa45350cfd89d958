import type { CheckAnswer } from '../../modules/recordings/contract/schemas.ts';
import type { WatermarkReading } from '../../modules/watermark/contract/read-watermark.ts';
import type { CheckReport, Credentials, CredentialsFault } from './check-messages.ts';
import type { FileKind } from './file-kind.ts';
import type { XmpMarks } from './read-xmp.ts';

/** This site's answer, or why it is missing. */
export type LookUp = CheckAnswer | 'offline' | 'busy';

/** Findings about a file; undefined if not checked yet. */
export interface Findings {
  credentials?: Credentials | null;
  credentialsFault?: CredentialsFault | null;
  xmp?: XmpMarks | null;
  sha256?: string;
  byHash?: LookUp;
  watermark?: WatermarkReading | null;
  hasPixels?: boolean;
  /** TrustMark's decoder could not run */
  isHalfRead?: boolean;
  byWatermark?: LookUp;
}

export interface CheckedFile {
  name: string;
  bytes: number;
  kind: FileKind | null;
}

export interface CheckState {
  file: CheckedFile | null;
  /** number of further files that were dropped with it but not read */
  others: number;
  /** why the file isn't read, as text */
  refusal: string | null;
  /** 0–1 */
  hashed: number;
  image: ImageBitmap | null;
  findings: Findings;
}

export const INITIAL: CheckState = {
  file: null,
  others: 0,
  refusal: null,
  hashed: 0,
  image: null,
  findings: {},
};

export type CheckEvent =
  | { type: 'chosen'; name: string; bytes: number; others: number }
  | { type: 'opened'; kind: FileKind }
  | { type: 'refused'; why: string }
  | { type: 'looked-up'; by: 'byHash' | 'byWatermark'; answer: LookUp }
  | Exclude<CheckReport, { type: 'wants-frames' }>;

export function nextState(state: CheckState, event: CheckEvent): CheckState {
  const found = (findings: Findings): CheckState => ({
    ...state,
    findings: { ...state.findings, ...findings },
  });
  switch (event.type) {
    case 'chosen':
      return {
        ...INITIAL,
        file: { name: event.name, bytes: event.bytes, kind: null },
        others: event.others,
      };
    case 'opened':
      return { ...state, file: state.file && { ...state.file, kind: event.kind } };
    case 'refused':
      return { ...state, refusal: event.why };
    case 'credentials':
      return found({ credentials: event.found, credentialsFault: event.fault });
    case 'xmp':
      return found({ xmp: event.found });
    case 'hashed':
      return { ...state, hashed: event.part };
    case 'hash':
      return found({ sha256: event.sha256 });
    case 'image':
      return { ...state, image: event.image };
    case 'watermark':
      return found({ watermark: event.found, hasPixels: event.isReadable, isHalfRead: event.isHalfRead });
    case 'looked-up':
      return found({ [event.by]: event.answer });
  }
}

/** True when everything has finished. */
export const isDone = ({ byHash, watermark, byWatermark }: Findings): boolean =>
  byHash !== undefined && (watermark === null || (watermark !== undefined && byWatermark !== undefined));

/** This site's answer, if there is one. */
export const answered = (lookUp: LookUp | undefined): CheckAnswer | null =>
  typeof lookUp === 'object' ? lookUp : null;

/** True if the site could not be reached. */
export const isUnasked = ({ byHash, byWatermark }: Findings): boolean =>
  [byHash, byWatermark].some((lookUp) => typeof lookUp === 'string');

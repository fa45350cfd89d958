import type { MadeFileKind } from '../schemas.ts';

/** Lines that the compile process prints on its standard output, one JSON object each. */
export type CompileMessage =
  | { type: 'progress'; progress: number }
  | { type: 'done'; outcome: CompileOutcome }
  /** the disk or the machine is to blame, for a while: in words */
  | { type: 'hindered'; why: string }
  /** a file turned out broken: in words */
  | { type: 'broken'; why: string };

/** Outcome of a tape. */
export type CompileOutcome = EmptyTape | CompiledVideo;

/** No picture on it can be shown. */
export interface EmptyTape {
  kind: 'empty';
  /** bytes of the tape that can't be read any more */
  damaged: number;
}

/** A finished file that may leave the place. */
export interface MadeFile {
  kind: MadeFileKind;
  /** 64 hex digits */
  sha256: string;
  bytes: number;
}

/** Second and frame of the video that first show a prompt; no frame of one that came into none. */
export interface PromptPlace {
  seconds: number;
  frame: number | null;
}

export interface CompiledVideo {
  kind: 'compiled';
  /** file names inside the output folder */
  video: string;
  thumbnail: string;
  poster: string;
  /** a few silent seconds in small */
  preview: string;
  /** evenly spaced moments side by side in one picture */
  filmstrip: string;
  /** as they are after all marks were put in */
  files: MadeFile[];
  /** of the video file */
  bytes: number;
  durationMs: number;
  /** pixels */
  width: number;
  height: number;
  /** constant frames a second */
  fps: number;
  /** frames of the video */
  frames: number;
  /** pictures of the tape that could not be decoded; the one before each was held */
  brokenPictures: number;
  /** bytes of the tape that can't be read any more */
  damaged: number;
  /** second and frame of the video that first show each prompt, in order */
  prompts: PromptPlace[];
  /** why frames have our own watermark and not TrustMark's, in words; absent where they have what was asked for */
  otherMark?: string;
  /** why files have no content credentials, in words; absent where they have, or were to have none */
  unsigned?: string;
  /** why signed files have no time stamp, in words; absent where they have, or were to have none */
  unstamped?: string;
}

/** Reads one line of the process, or null when it is something else, such as a library's chatter. */
export function readCompileMessage(line: string): CompileMessage | null {
  if (!line.startsWith('{"type":')) return null;
  try {
    return JSON.parse(line) as CompileMessage;
  } catch {
    return null;
  }
}

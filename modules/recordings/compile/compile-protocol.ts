import { parseJson } from '../../kit/parse-json.ts';
import type { MadeFileKind } from '../contract/schemas.ts';

/** Messages on the compile process's standard output, one JSON object per line. */
export type CompileMessage =
  | { type: 'progress'; progress: number }
  | { type: 'done'; outcome: CompileOutcome }
  /** temporary fault of the disk or the machine, in words */
  | { type: 'hindered'; why: string }
  /** a file turned out to be broken, in words */
  | { type: 'broken'; why: string };

export type CompileOutcome = EmptyTape | CompiledVideo;

/** The tape has no frame that can be shown. */
export interface EmptyTape {
  kind: 'empty';
  /** unreadable bytes on the tape */
  damaged: number;
}

/** A finished file that people can download. */
export interface MadeFile {
  kind: MadeFileKind;
  /** hex, 64 digits */
  sha256: string;
  bytes: number;
}

/** Second and frame of the video that first show a prompt; frame is null if no recorded frame shows it. */
export interface PromptPlace {
  seconds: number;
  frame: number | null;
}

export interface CompiledVideo {
  kind: 'compiled';
  /** file names in the output folder */
  video: string;
  thumbnail: string;
  poster: string;
  /** a few silent seconds at thumbnail size */
  preview: string;
  /** evenly spaced moments, side by side in one image */
  filmstrip: string;
  /** sizes and hashes after all marks were added */
  files: MadeFile[];
  /** size of the video file */
  bytes: number;
  durationMs: number;
  /** pixels */
  width: number;
  height: number;
  /** frames per second, constant */
  fps: number;
  frames: number;
  /** recorded frames that couldn't be decoded; each repeats the frame before it */
  brokenFrames: number;
  /** unreadable bytes on the tape */
  damaged: number;
  /** positions at which the video first shows each prompt, in order */
  prompts: PromptPlace[];
  /** why frames have our watermark instead of TrustMark's, in words */
  otherMark?: string;
  /** why files have no content credentials although they should, in words */
  unsigned?: string;
  /** why signed files have no time stamp although they should, in words */
  unstamped?: string;
}

/** Parses one line of output. @returns null for anything else, such as library logs */
export const readCompileMessage = (line: string): CompileMessage | null =>
  line.startsWith('{"type":') ? (parseJson(line) as CompileMessage | null) : null;

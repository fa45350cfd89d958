import { parseJson } from '../../../kit/parse-json.ts';
import type { MadeFile } from '../../compile/compile-protocol.ts';
import type { ExportFormat } from '../../contract/export-kinds.ts';
import type { FileMarks } from '../../marks/write-marks.ts';

/** A caption, in ms of the film. */
export interface Cue {
  fromMs: number;
  toMs: number;
  text: string;
}

/** The first line of the export process's input. */
export interface ExportOrder {
  /** path of the film */
  film: string;
  /** path of the new file */
  path: string;
  format: ExportFormat;
  fromMs: number;
  /** 0 for a still */
  lengthMs: number;
  /** drawn into the frames */
  cues: readonly Cue[];
  marks: FileMarks;
}

/** Messages on its standard output, one JSON object per line. */
export type ExportMessage =
  | { type: 'progress'; progress: number }
  | { type: 'done'; file: MadeFile; unsigned: string | null; otherMark: string | null }
  | { type: 'fault'; fault: 'damaged' | 'disk'; why: string }
  /** no font on this machine has these characters */
  | { type: 'fault'; fault: 'font'; why: string };

/** Parses one line of output. @returns null for anything else, such as library logs */
export const readExportMessage = (line: string): ExportMessage | null =>
  line.startsWith('{"type":') ? (parseJson(line) as ExportMessage | null) : null;

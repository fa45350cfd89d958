/** A frame of a file, as brightness alone. */
export interface LumaFrame {
  /** 8-bit luma, width × height, row by row */
  luma: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

export interface WatermarkReading {
  /** 16 hex digits */
  id: string;
  /** 0–1 */
  confidence: number;
  /** scale of the file against the original */
  scale: number;
}

export interface WatermarkReader {
  /** Takes another frame of the same file: cheap. */
  add(frame: LumaFrame): void;
  /** Searches the added frames: up to some seconds of processor time. */
  read(): WatermarkReading | null;
}

/** Finds nothing until files have watermarks. */
export function createWatermarkReader(): WatermarkReader {
  return { add() {}, read: () => null };
}

import type { HubFile } from '../presets.ts';
import type { HubEntry } from './hub.ts';

/** A model file that has been looked up but not necessarily downloaded. */
export type PlannedFile = HubFile & HubEntry;

export const sizeOf = (files: readonly { bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

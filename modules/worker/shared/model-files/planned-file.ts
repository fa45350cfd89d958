import type { HubFile } from '../presets.ts';
import type { HubEntry } from './hub.ts';

/** A file of a model, looked up before anything of it is fetched. */
export type PlannedFile = HubFile & HubEntry;

/** Bytes of all of them. */
export const sizeOf = (files: readonly { bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

import {
  type KeptSettings,
  KeptSettingsFault,
  readKeptSettings,
  writeKeptSettings,
} from './kept-settings.ts';

/** The program runs with the kept settings, so the previous ones are no longer needed. */
export function settingsProved(dataDir: string): void {
  const kept = readKeptSettings(dataDir);
  if (kept.previous) writeKeptSettings(dataDir, { ...kept, previous: null });
}

/**
 * Reverts to the last working settings when new ones keep the program from starting.
 * @param why the start's error message
 * @returns the names of the reverted settings; empty if there was nothing to revert
 */
export function backToProved(dataDir: string, why: string): string[] {
  const { texts, previous } = readKept(dataDir);
  if (!previous) return [];
  const names = [...new Set([...Object.keys(texts), ...Object.keys(previous)])].filter(
    (name) => texts[name] !== previous[name],
  );
  if (names.length === 0) return [];
  const refused = { at: Date.now(), why, names };
  writeKeptSettings(dataDir, { texts: previous, previous: null, refused });
  return names;
}

/** Unreadable settings can't be reverted; the start has already reported them. */
function readKept(dataDir: string): Pick<KeptSettings, 'texts' | 'previous'> {
  try {
    return readKeptSettings(dataDir);
  } catch (error) {
    if (error instanceof KeptSettingsFault) return { texts: {}, previous: null };
    throw error;
  }
}

import {
  type KeptSettings,
  KeptSettingsFault,
  readKeptSettings,
  writeKeptSettings,
} from './kept-settings.ts';

/** The program runs with the kept settings: there is no way back to those before. */
export function settingsProved(dataDir: string): void {
  const kept = readKeptSettings(dataDir);
  if (kept.previous) writeKeptSettings(dataDir, { ...kept, previous: null });
}

/**
 * Puts the settings back that the program ran with before, where new ones keep it from starting.
 * @param why the message of the start
 * @returns the names of those that were new; empty where it was none of them
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

/** Settings that can't be read have nothing to go back to; the start has said so. */
function readKept(dataDir: string): Pick<KeptSettings, 'texts' | 'previous'> {
  try {
    return readKeptSettings(dataDir);
  } catch (error) {
    if (error instanceof KeptSettingsFault) return { texts: {}, previous: null };
    throw error;
  }
}

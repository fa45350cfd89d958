import { useSyncExternalStore } from 'react';
import { type StreamSettings, settingsStore } from './settings.ts';

export function useSettings(): StreamSettings {
  return useSyncExternalStore(settingsStore.subscribe, settingsStore.get, settingsStore.initial);
}

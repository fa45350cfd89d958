import { PERSONAL_KEY } from '../../browser/person-data.ts';
import { sessionStore } from '../../browser/session-store.ts';
import { readStored, writeStored } from '../../browser/stored.ts';

/** The user's choices for the live page, stored in this browser. Their own texts are stored per account. */
export interface StreamSettings {
  showUserText: boolean;
  showAiText: boolean;
  /** in portrait windows, the stream fills the height */
  largePicture: boolean;
  agentMode: boolean;
  systemPrompt: string;
  /** microphone id; empty for the browser's default */
  microphone: string;
  /** the server transcribes speech instead of this browser */
  serverVoice: boolean;
  /** without a GPU, transcribe on this device's CPU, slowly */
  processorVoice: boolean;
  /** language code; empty to detect it */
  voiceLanguage: string;
  /** size of the voice model; empty for the server's default */
  voiceModel: string;
  /** ms since the epoch; the assistant ignores earlier messages */
  conversationResetAt: number;
}

const KEY = 'stream-settings';

const DEFAULTS: StreamSettings = {
  showUserText: true,
  showAiText: true,
  largePicture: true,
  agentMode: false,
  systemPrompt: '',
  microphone: '',
  serverVoice: false,
  processorVoice: false,
  voiceLanguage: '',
  voiceModel: '',
  conversationResetAt: 0,
};

let settings: StreamSettings | null = null;
const listeners = new Set<() => void>();

export const settingsStore = {
  get(): StreamSettings {
    settings ??= load();
    return settings;
  },
  /** the values that the server rendered with */
  initial: (): StreamSettings => DEFAULTS,
  set(change: Partial<StreamSettings>) {
    settings = { ...settingsStore.get(), ...change };
    save(settings);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Collapses runs of spaces and of line breaks. */
export function tidySystemPrompt(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}

/** Ignores unknown entries and those of the wrong type. */
function load(): StreamSettings {
  const personal = read(PERSONAL_KEY);
  const isOwn = personal.owner === sessionStore.get()?.id;
  const choices = read(KEY);
  const stored = { ...choices, ...(isOwn && personal) };
  const known = Object.entries(DEFAULTS).map(([key, value]) => [
    key,
    typeof stored[key] === typeof value ? stored[key] : value,
  ]);
  const loaded = Object.fromEntries(known) as StreamSettings;
  // An earlier version stored everything under one key, without its owner.
  if ('systemPrompt' in choices) save(loaded);
  return loaded;
}

function save({ systemPrompt, conversationResetAt, ...choices }: StreamSettings): void {
  writeStored(KEY, JSON.stringify(choices));
  const personal = { owner: sessionStore.get()?.id, systemPrompt, conversationResetAt };
  writeStored(PERSONAL_KEY, JSON.stringify(personal));
}

/** Returns an empty object if it is missing or invalid. */
function read(key: string): Record<string, unknown> {
  try {
    return JSON.parse(readStored(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

import { PERSONAL_KEY } from '../../browser/person-data.ts';
import { sessionStore } from '../../browser/session-store.ts';
import { readStored, writeStored } from '../../browser/stored.ts';

/** Choices of a person on the live page; kept in this browser, their own texts under their account. */
export interface StreamSettings {
  showUserText: boolean;
  showAiText: boolean;
  /** in a portrait window the picture fills the height */
  largePicture: boolean;
  agentMode: boolean;
  systemPrompt: string;
  /** id of the microphone, or empty for the browser's own choice */
  microphone: string;
  /** speech is written down by the server instead of here */
  serverVoice: boolean;
  /** without a GPU it is written down by this device's processor, slowly */
  processorVoice: boolean;
  /** code of the language that is spoken, or empty to hear which it is */
  voiceLanguage: string;
  /** size of the voice model, or empty for the one that the server names */
  voiceModel: string;
  /** ms since the epoch; the assistant forgets what was said before */
  conversationResetAt: number;
}

const KEY = 'stream-settings';

const DEFAULTS: StreamSettings = {
  showUserText: true,
  showAiText: true,
  largePicture: false,
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
  /** what the server rendered with */
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

/** Runs of blanks become one, and so do line breaks, with their blank lines. */
export function tidySystemPrompt(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}

/** Only known entries of the right kind are believed. */
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
  // An earlier version kept everything under one key, without its owner.
  if ('systemPrompt' in choices) save(loaded);
  return loaded;
}

function save({ systemPrompt, conversationResetAt, ...choices }: StreamSettings): void {
  writeStored(KEY, JSON.stringify(choices));
  const personal = { owner: sessionStore.get()?.id, systemPrompt, conversationResetAt };
  writeStored(PERSONAL_KEY, JSON.stringify(personal));
}

/** Nothing where it holds something else. */
function read(key: string): Record<string, unknown> {
  try {
    return JSON.parse(readStored(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

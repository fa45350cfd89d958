import { formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import type { ChangeMark, PromptMark } from '../contract/schemas.ts';
import type { DreamRow, DreamsStore } from '../store.ts';
import type { CaptionLine } from './captions.ts';

/** A sound that begins this shortly before a prompt's picture belongs to it. In seconds. */
const MAX_AHEAD = 0.5;

/** Words for what is heard in a dream, such as “[rain, wind]”; empty for silence. */
export async function readSoundMarks(
  store: Pick<DreamsStore, 'listSounds'>,
  { id, startedAt }: Pick<DreamRow, 'id' | 'startedAt'>,
  prompts: readonly Pick<PromptMark, 'at'>[],
): Promise<ChangeMark[]> {
  if (startedAt === null) return [];
  return (await store.listSounds(id)).map(({ position, text, heardAt }) => {
    const second = Math.max(0, (heardAt - startedAt) / 1000);
    const prompt = prompts.find(({ at }) => at !== null && at >= second && at - second < MAX_AHEAD);
    return { kind: 'sound', position, text: bracketed(text), at: prompt?.at ?? second };
  });
}

/** Captions of a dream's film, of its prompts and sounds. */
export async function readCaptionLines(
  store: DreamsStore,
  dream: DreamRow,
  prompts: readonly PromptMark[],
): Promise<CaptionLine[]> {
  const sounds = await readSoundMarks(store, dream, prompts);
  return [
    ...prompts.map(({ text, at }) => ({ text, at, kind: 'prompt' as const })),
    ...sounds.map(({ text, at }) => ({ text, at, kind: 'sound' as const })),
  ];
}

/** Captions come with the commas of English. */
const bracketed = (text: string): string =>
  text === '' ? '' : m.dreams_sound_caption({ sounds: formatList(text.split(', '), 'unit') });

import { createKnownSentences } from '../../kit/texts/known-sentences.ts';
import { m } from '../../kit/texts/m.ts';
import { shownText } from '../../kit/texts/shown-text.ts';

/** Errors of compile jobs, as the compile process and the job queue word them. */
const codeOf = createKnownSentences([
  { text: m.recordings_compile_abandoned, slots: [] },
  { text: m.recordings_compile_no_space, slots: [] },
  { text: m.recordings_compile_disk_fault, slots: ['reason'] },
  { text: m.recordings_compile_too_long, slots: ['seconds'] },
  { text: m.recordings_compile_no_memory, slots: ['signal', 'size'] },
  { text: m.recordings_compile_stopped, slots: ['signal'] },
  { text: m.recordings_compile_crashed, slots: ['end'] },
  { text: m.recordings_compile_nothing_recovered, slots: ['bytes'] },
  { text: m.recordings_compile_cut_off, slots: ['file', 'sizes'] },
]);

/** A stored error of a compile job in the current language, if it is a known one. */
export const compileFault = (error: string | null): string | null => error && shownText(codeOf(error));

import { useCallback, useState } from 'react';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { IMPORT_MAX } from '../../modules/scores/contract/limits.ts';
import type { KeptScore, ScoreAnswer, ScoresAnswer } from '../../modules/scores/contract/schemas.ts';
import type { Score } from '../../modules/scores/contract/score.ts';
import { writeSrt } from '../../modules/scores/contract/srt.ts';
import { type EditedScore, finished, withIds } from './shots.ts';

/** Saved scores, and score files. */
export function useScoreFiles(score: EditedScore, onOpen: (score: EditedScore) => void) {
  const [kept, setKept] = useState<KeptScore[] | null>(null);
  /** id of the own score that is being edited */
  const [openId, setOpenId] = useState<string | null>(null);
  const [note, setNote] = useState<{ text: string; isFault: boolean } | null>(null);
  const [busy, setBusy] = useState(false);

  const run = useCallback(async (work: () => Promise<string | null>) => {
    setBusy(true);
    setNote(null);
    try {
      const text = await work();
      if (text) setNote({ text, isFault: false });
    } catch (error) {
      setNote({ text: failureText(error, m.scores_failed()), isFault: true });
    } finally {
      setBusy(false);
    }
  }, []);

  const list = useCallback(async () => {
    setKept((await api<ScoresAnswer>('GET', '/api/scores')).scores);
    return null;
  }, []);

  const show = (given: Score, id: string | null) => {
    onOpen(withIds(given));
    setOpenId(id);
  };
  return {
    kept,
    openId,
    note,
    busy,
    list: () => run(list),
    open: ({ id, own }: KeptScore) =>
      run(async () => {
        const answer = await api<ScoreAnswer>('GET', `/api/scores/${encodeURIComponent(id)}`);
        show(answer.score, own ? id : null);
        return null;
      }),
    remove: ({ id }: KeptScore) =>
      run(async () => {
        await api('DELETE', `/api/scores/${encodeURIComponent(id)}`);
        if (openId === id) setOpenId(null);
        await list();
        return m.scores_removed();
      }),
    save: (name: string, example: boolean | undefined) =>
      run(async () => {
        const body = {
          ...(openId && { id: openId }),
          ...(example !== undefined && { example }),
          score: { ...finished(score), ...(name.trim() && { name: name.trim() }) },
        };
        const { id } = await api<{ id: string }>('POST', '/api/scores', body);
        setOpenId(id);
        await list();
        return m.scores_saved();
      }),
    importFile: (file: File) =>
      run(async () => {
        if (file.size > IMPORT_MAX) throw new Error(m.scores_file_long());
        const text = await file.text();
        show((await api<ScoreAnswer>('POST', '/api/scores/read', { text })).score, null);
        return m.scores_imported();
      }),
    exportAs(kind: 'json' | 'srt') {
      const whole = finished(score);
      const text = kind === 'json' ? `${JSON.stringify(whole, null, 2)}\n` : writeSrt(whole);
      const name = (score.name ?? 'score').replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'score';
      saveFile(`${name}.${kind}`, text, kind === 'json' ? 'application/json' : 'application/x-subrip');
    },
  };
}

function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

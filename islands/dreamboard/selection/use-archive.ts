import { useEffect, useRef, useState } from 'react';
import { ARCHIVE_ADDRESS, ARCHIVE_BYTES, ARCHIVE_LEFT_OUT } from '../../../modules/dreams/contract/limits.ts';
import { failureText, Refusal, request } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { createArchiveFile, downloadByForm, dropOldArchives } from './archive-file.ts';
import type { Choice } from './choice.ts';

/** Ms between progress updates. */
const REPORT_INTERVAL_MS = 100;

export type ArchiveState =
  | { phase: 'loading'; count: number; loaded: number; total: number }
  /** The browser has taken over the download. */
  | { phase: 'handed over'; count: number }
  | { phase: 'saved'; count: number; leftOut: number }
  | { phase: 'failed'; text: string; choice: Choice };

/** Downloads dreams as a ZIP, one download at a time. */
export function useArchive() {
  const [state, setState] = useState<ArchiveState | null>(null);
  const running = useRef<AbortController | null>(null);
  const loading = state?.phase === 'loading';

  useEffect(() => {
    void dropOldArchives();
    return () => running.current?.abort();
  }, []);
  useEffect(() => {
    if (!loading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [loading]);

  async function start(choice: Choice) {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    const { count } = choice;
    setState({ phase: 'loading', count, loaded: 0, total: 0 });
    try {
      setState(
        await download(choice, abort.signal, (loaded, total) => {
          setState({ phase: 'loading', count, loaded, total });
        }),
      );
    } catch (error) {
      if (abort.signal.aborted) return setState(null);
      const text = failureText(error, m.dreams_archive_failed());
      setState({ phase: 'failed', text, choice });
    } finally {
      running.current = null;
    }
  }
  return { state, start, cancel: () => running.current?.abort(), dismiss: () => setState(null) };
}

/** @throws as api() does, and if the connection or the disk fails */
async function download(
  { about, count }: Choice,
  signal: AbortSignal,
  report: (loaded: number, total: number) => void,
): Promise<ArchiveState> {
  const ended = new AbortController();
  const answer = await request('POST', ARCHIVE_ADDRESS, about, {
    signal: AbortSignal.any([signal, ended.signal]),
    timeoutMs: null,
  });
  if (!answer.ok || !answer.body) throw new Refusal(answer, await answer.json().catch(() => null));
  const total = Number(answer.headers.get(ARCHIVE_BYTES));
  const file = await createArchiveFile(total);
  if (!file) {
    ended.abort();
    downloadByForm(ARCHIVE_ADDRESS, about);
    return { phase: 'handed over', count };
  }
  try {
    await answer.body.pipeThrough(counted(total, report)).pipeTo(file.writable, { signal });
    await file.save(nameOf(answer));
  } catch (error) {
    await file.discard();
    throw error;
  }
  const leftOut = Number(answer.headers.get(ARCHIVE_LEFT_OUT));
  return { phase: 'saved', count: count - leftOut, leftOut };
}

/** Reports progress; fails if the stream ends early. */
function counted(total: number, report: (loaded: number, total: number) => void) {
  let loaded = 0;
  let reportedAt = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      controller.enqueue(piece);
      loaded += piece.byteLength;
      if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
      reportedAt = performance.now();
      report(loaded, total);
    },
    flush() {
      if (loaded !== total) throw new Error(`the archive ended after ${loaded} of ${total} bytes`);
    },
  });
}

const nameOf = (answer: Response) =>
  answer.headers.get('Content-Disposition')?.match(/filename="([^"]+)"/)?.[1] ?? 'dreams.zip';

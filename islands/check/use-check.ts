import { useCallback, useEffect, useReducer, useRef } from 'react';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { megabytes } from '../../modules/kit/shared/bytes.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { MAX_CHECKED_BYTES } from '../../modules/recordings/contract/limits.ts';
import type { CheckAnswer } from '../../modules/recordings/contract/schemas.ts';
import type { CheckCommand, CheckReport, Signers, TrustmarkUrls } from './check-messages.ts';
import { type CheckState, INITIAL, isDone, type LookUp, nextState } from './check-state.ts';
import { readKind } from './file-kind.ts';
import { videoFrames } from './video-frames.ts';

/** URLs of the built worker and of the content credentials reader, inserted by islands/build/build.ts. */
declare const CHECK_URLS: { worker: string; wasm: string; onnx: TrustmarkUrls['runtime'] };

/**
 * Checks one file at a time; a new one replaces it.
 * @param decoder URL of TrustMark's decoder, or null
 */
export function useCheck(
  signers: Signers,
  decoder: string | null,
): {
  state: CheckState;
  isBusy: boolean;
  open(files: readonly File[]): void;
  /** repeats the site's look-ups that failed */
  retryAfterFailure(): void;
} {
  const [state, dispatch] = useReducer(nextState, INITIAL);
  const isBusy = isReading(state);
  const thread = useRef<Worker | null>(null);
  const current = useRef(new AbortController());
  const last = useRef(state);
  last.current = state;

  const drop = useCallback(() => {
    current.current.abort();
    thread.current?.terminate();
    thread.current = null;
  }, []);
  useEffect(() => drop, [drop]);

  const lookUp = useCallback(async (by: 'byHash' | 'byWatermark', query: string, signal: AbortSignal) => {
    const answer = await askSite(query);
    if (!signal.aborted) dispatch({ type: 'looked-up', by, answer });
  }, []);

  const open = useCallback(
    async (files: readonly File[]) => {
      const [file] = files;
      if (!file) return;
      // A worker in the middle of another file is useless; an idle one has its reader loaded.
      if (isReading(last.current)) drop();
      current.current.abort();
      current.current = new AbortController();
      const { signal } = current.current;
      dispatch({ type: 'chosen', name: file.name, bytes: file.size, others: files.length - 1 });
      const why = await refusalOf(file);
      if (signal.aborted) return;
      if (typeof why === 'string') return dispatch({ type: 'refused', why });
      dispatch({ type: 'opened', kind: why });
      const own = thread.current ?? new Worker(CHECK_URLS.worker, { type: 'module', name: 'check' });
      thread.current = own;
      own.onerror = () => {
        drop();
        dispatch({ type: 'refused', why: m.watermark_check_refusal_script() });
      };
      own.onmessage = ({ data }: MessageEvent<CheckReport>) => {
        if (signal.aborted) return;
        if (data.type === 'wants-frames') return void sendFrames(own, file, signal);
        dispatch(data);
        if (data.type === 'hash') void lookUp('byHash', `sha256=${data.sha256}`, signal);
        if (data.type === 'watermark' && data.found)
          void lookUp('byWatermark', `id=${data.found.id}`, signal);
      };
      const trustmark = decoder === null ? null : { decoder, runtime: CHECK_URLS.onnx };
      send(own, { type: 'read', file, kind: why, wasm: CHECK_URLS.wasm, signers, trustmark });
    },
    [drop, lookUp, signers, decoder],
  );

  const retryAfterFailure = useCallback(() => {
    const { signal } = current.current;
    const { sha256, byHash, watermark, byWatermark } = last.current.findings;
    if (typeof byHash === 'string' && sha256) void lookUp('byHash', `sha256=${sha256}`, signal);
    if (typeof byWatermark === 'string' && watermark)
      void lookUp('byWatermark', `id=${watermark.id}`, signal);
  }, [lookUp]);

  return { state, isBusy, open, retryAfterFailure };
}

const isReading = ({ file, refusal, findings }: CheckState): boolean =>
  file !== null && refusal === null && !isDone(findings);

/** @returns the file's kind, or why it isn't read */
async function refusalOf(file: File) {
  if (file.size === 0) return m.watermark_check_refusal_empty();
  if (file.size > MAX_CHECKED_BYTES) {
    const size = megabytes(file.size);
    return m.watermark_check_refusal_large({ size, most: megabytes(MAX_CHECKED_BYTES) });
  }
  try {
    return (await readKind(file)) ?? m.watermark_check_refusal_format();
  } catch {
    return m.watermark_check_refusal_unread();
  }
}

async function askSite(query: string): Promise<LookUp> {
  try {
    return await api<CheckAnswer>('GET', `/api/check?${query}`);
  } catch (error) {
    return error instanceof Refusal && error.busy ? 'busy' : 'offline';
  }
}

async function sendFrames(thread: Worker, file: File, signal: AbortSignal): Promise<void> {
  try {
    for await (const frame of videoFrames(file, signal)) send(thread, { type: 'frame', frame }, [frame]);
  } catch (error) {
    if (!signal.aborted) console.warn('The video can’t be played here.', error);
  }
  if (!signal.aborted) send(thread, { type: 'search' });
}

const send = (thread: Worker, command: CheckCommand, moved: Transferable[] = []) =>
  thread.postMessage(command, moved);

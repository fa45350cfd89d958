import { useCallback, useEffect, useState } from 'react';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type {
  ExportAnswer,
  ExportRequest,
  ExportsAnswer,
} from '../../modules/recordings/contract/exports.ts';

const POLL_INTERVAL_MS = 1_000;

export type NewExport = ExportRequest;

/** A dream's exports; polls while any is being made. */
export function useExports(dreamId: string, report: (text: string) => void) {
  const [exports, setExports] = useState<ExportAnswer[] | null>(null);
  const address = `/api/sessions/${encodeURIComponent(dreamId)}/exports`;
  const read = useCallback(
    async () => setExports((await api<ExportsAnswer>('GET', address)).exports),
    [address],
  );
  const isBusy = exports?.some(({ state }) => state === 'waiting' || state === 'running') ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read once
  useEffect(() => {
    read().catch((error) => report(failureText(error, m.recordings_export_failed())));
  }, [read]);
  useEffect(() => {
    if (!isBusy) return;
    // A failed poll is followed by the next.
    const timer = setInterval(() => read().catch(() => undefined), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isBusy, read]);

  return {
    exports,
    async add(given: NewExport): Promise<void> {
      await api('POST', address, given);
      await read();
    },
    async remove(id: string): Promise<void> {
      await api('DELETE', `${address}/${encodeURIComponent(id)}`);
      await read();
    },
  };
}

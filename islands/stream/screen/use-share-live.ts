import { useEffect, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { useShare } from '../../ui/use-share.ts';

const NOTE_MS = 8000;

/** Shares a dream that is still running. `note` briefly says when the link opens, or reports an error. */
export function useShareLive(sessionId: string | null) {
  const [note, setNote] = useState<{ text: string } | null>(null);
  const { copied, share } = useShare((text) => setNote({ text }));
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => setNote(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note]);
  useEffect(() => {
    if (copied) setNote({ text: m.stream_share_done() });
  }, [copied]);
  return {
    note: note?.text ?? null,
    async shareLive() {
      if (!sessionId) return;
      const dream = { id: sessionId, name: m.stream_share_title(), isOpen: false, poster: null };
      if (await share(dream)) setNote((now) => now ?? { text: m.stream_share_sent() });
    },
  };
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { beaconConversation, readConversation, saveConversation } from '../api.ts';
import { settingsStore } from '../settings/settings.ts';
import type { Assistant } from './assistant.ts';
import { ConversationKeeper } from './conversation.ts';
import { type EarlierLine, type Receipt, withOwnWords } from './receipt.ts';

/**
 * The previous page's last save may arrive after this page's first read, so a transcript that lacks lines is read
 * again.
 */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000];

/** Saves this dream's transcript and restores what was said before a reload. */
export function useConversation(
  sessionId: string | null,
  receipts: Receipt[],
  /** called with all earlier prompts, and again if more turn up */
  onEarlier: (prompts: string[]) => void,
  assistant: Assistant,
): {
  /** including the user's own words from other pages */
  receipts: Receipt[];
  save(): Promise<void>;
} {
  const [lines, setLines] = useState<EarlierLine[]>([]);
  const keeper = useRef<ConversationKeeper | null>(null);
  const earlier = useRef(onEarlier);
  earlier.current = onEarlier;
  const latest = useRef(receipts);
  latest.current = receipts;
  useEffect(() => {
    if (sessionId === null) return;
    const own = new ConversationKeeper({
      save: (lines) => saveConversation(sessionId, lines),
      beacon: (lines) => beaconConversation(sessionId, lines),
    });
    keeper.current = own;
    own.update(latest.current);
    const leave = () => own.leave();
    window.addEventListener('pagehide', leave);
    const recall = async () => {
      const messages = (await readConversation(sessionId)).filter(({ id }) => !own.has(id));
      setLines(messages);
      earlier.current(messages.filter(({ isUser }) => isUser).map(({ text }) => text));
      const { conversationResetAt } = settingsStore.get();
      assistant.remember(
        messages
          .filter(({ timestamp }) => Date.parse(`${timestamp}Z`) > conversationResetAt)
          .map(({ isUser, text }) => ({ role: isUser ? 'user' : 'assistant', content: text })),
      );
      return new Set(messages.map(({ id }) => id));
    };
    const recallAll = async () => {
      let known = await recall();
      for (const ms of RETRY_AFTER_MS) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        if (keeper.current !== own) return;
        const isUnknown = ({ id, source }: Receipt) => source === 'earlier' && !known.has(id);
        if (latest.current.some(isUnknown)) known = await recall();
      }
    };
    void recallAll();
    return () => {
      window.removeEventListener('pagehide', leave);
      own.stop();
      keeper.current = null;
    };
  }, [sessionId, assistant]);

  useEffect(() => keeper.current?.update(receipts), [receipts]);

  const save = useCallback(async () => keeper.current?.flush(), []);
  return { receipts: useMemo(() => withOwnWords(receipts, lines), [receipts, lines]), save };
}

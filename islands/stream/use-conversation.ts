import { useCallback, useEffect, useRef } from 'react';
import { beaconConversation, readConversation, saveConversation } from './api.ts';
import type { Assistant } from './assistant.ts';
import { ConversationKeeper } from './conversation.ts';
import type { Receipt } from './receipt.ts';
import { settingsStore } from './settings.ts';

/** Keeps the transcript of this dream, and hands what was said before a reload to those who need it. */
export function useConversation(
  sessionId: string | null,
  receipts: Receipt[],
  onEarlier: (prompts: string[]) => void,
  assistant: Assistant,
) {
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
    void readConversation(sessionId).then((messages) => {
      earlier.current(messages.filter(({ isUser }) => isUser).map(({ text }) => text));
      const { conversationResetAt } = settingsStore.get();
      assistant.remember(
        messages
          .filter(({ timestamp }) => Date.parse(`${timestamp}Z`) > conversationResetAt)
          .map(({ isUser, text }) => ({ role: isUser ? 'user' : 'assistant', content: text })),
      );
    });
    return () => {
      window.removeEventListener('pagehide', leave);
      own.stop();
      keeper.current = null;
    };
  }, [sessionId, assistant]);

  useEffect(() => keeper.current?.update(receipts), [receipts]);

  return useCallback(async () => keeper.current?.flush(), []);
}

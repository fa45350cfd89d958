import type { ConversationAnswer } from '../../modules/dreams/contract/conversation-schemas.ts';
import { api, Refusal, readAnswer } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { ConnectAnswer } from '../../modules/stream/contract/schemas.ts';
import type { Line } from './prompt/conversation.ts';

const CONNECT_TIMEOUT_MS = 10_000;

declare global {
  /** The first connect call, from modules/stream/pages/early-connect.ts. */
  var earlyConnect: Promise<Response> | undefined;
}

/** Outcome of a connect call. */
export type ConnectResult =
  | { kind: 'answer'; answer: ConnectAnswer }
  | { kind: 'timeout' }
  | { kind: 'unreachable' }
  /** the server asks us to retry: it is busy or restarting, or there were too many calls */
  | { kind: 'busy'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'refused'; code: string | null; message: string };

const unreadable = (): ConnectResult => ({
  kind: 'refused',
  code: null,
  message: m.stream_message_connection(),
});

export interface StreamApi {
  /** Without `sessionId`: the caller's active dream, or a new one. With it: that dream only, with a fresh ticket. */
  connect(sessionId?: string): Promise<ConnectResult>;
  end(sessionId: string): Promise<boolean>;
}

export const streamApi: StreamApi = {
  async connect(sessionId) {
    try {
      const answer = await (sessionId ? ask(sessionId) : askFirst());
      return answer ? { kind: 'answer', answer } : unreadable();
    } catch (error) {
      if (error instanceof SyntaxError) return unreadable();
      if (!(error instanceof Refusal)) {
        return { kind: (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable' };
      }
      if (error.status === 401) return { kind: 'signed-out' };
      const unsaid = error.status === 403 ? m.stream_message_denied() : m.stream_message_connection();
      const message = error.message || unsaid;
      if (error.busy) return { kind: 'busy', message };
      const { code = null } = (error.body ?? {}) as { code?: string };
      return { kind: 'refused', code, message };
    }
  },

  end: (sessionId) => isDone(api('POST', '/api/stream/end', { sessionId })),
};

/** The page makes its first call before this script has loaded. */
function askFirst(): Promise<ConnectAnswer | null> {
  const early = globalThis.earlyConnect;
  globalThis.earlyConnect = undefined;
  return early ? early.then(readAnswer<ConnectAnswer | null>) : ask();
}

function ask(sessionId?: string): Promise<ConnectAnswer | null> {
  const body = sessionId ? { sessionId } : undefined;
  return api('POST', '/api/stream/connect', body, { timeoutMs: CONNECT_TIMEOUT_MS });
}

/** The transcript so far. Empty if it can't be read now. */
export async function readConversation(sessionId: string): Promise<ConversationAnswer['messages']> {
  try {
    const address = `/api/conversation?session_id=${encodeURIComponent(sessionId)}`;
    return (await api<ConversationAnswer>('GET', address)).messages;
  } catch {
    return [];
  }
}

/** @returns true if the lines were saved */
export function saveConversation(sessionId: string, messages: Line[]): Promise<boolean> {
  return isDone(api('POST', '/api/conversation', { session_id: sessionId, messages }));
}

/** For a page that is unloading: the browser still delivers it. */
export function beaconConversation(sessionId: string, messages: Line[]) {
  const body = JSON.stringify({ session_id: sessionId, messages });
  navigator.sendBeacon('/api/conversation', new Blob([body], { type: 'application/json' }));
}

const isDone = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

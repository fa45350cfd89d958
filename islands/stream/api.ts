import type { ConversationAnswer } from '../../modules/dreams/conversation-schemas.ts';
import type { ConnectAnswer, StatusAnswer } from '../../modules/stream/schemas.ts';
import type { Line } from './conversation.ts';
import { MESSAGES } from './machine.ts';
import type { ClientFpsData } from './worker-messages.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** What a connect call came to: an answer, or nothing reached us, or a refusal. */
export type ConnectResult =
  | { kind: 'answer'; answer: ConnectAnswer }
  | { kind: 'timeout' }
  | { kind: 'unreachable' }
  /** the server asks to come back: busy, restarting, or too many calls */
  | { kind: 'busy'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'refused'; message: string };

export interface StreamApi {
  /** without a session the caller's active dream or a new one; with it only that one, with a fresh ticket */
  connect(sessionId?: string): Promise<ConnectResult>;
  end(sessionId: string): Promise<boolean>;
}

export const streamApi: StreamApi = {
  async connect(sessionId) {
    let answer: Response;
    try {
      answer = await fetch('/api/stream/connect', {
        method: 'POST',
        signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
        ...(sessionId && jsonBody({ sessionId })),
      });
    } catch (error) {
      return { kind: (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable' };
    }
    if (answer.status === 401) return { kind: 'signed-out' };
    const body = await answer.json().catch(() => null);
    if (answer.ok && body) return { kind: 'answer', answer: body as ConnectAnswer };
    const text = (body as { error?: unknown } | null)?.error;
    const unsaid = answer.status === 403 ? MESSAGES.denied : MESSAGES.connection;
    const message = typeof text === 'string' && text ? text : unsaid;
    const busy = answer.status === 429 || (answer.status === 503 && answer.headers.has('Retry-After'));
    return busy ? { kind: 'busy', message } : { kind: 'refused', message };
  },

  async end(sessionId) {
    try {
      const answer = await fetch('/api/stream/end', { method: 'POST', ...jsonBody({ sessionId }) });
      return answer.ok;
    } catch {
      return false;
    }
  },
};

/** @returns null when the status could not be read this time */
export async function readStatus(sessionId: string): Promise<StatusAnswer | null> {
  try {
    const answer = await fetch(`/api/stream/status?sessionId=${encodeURIComponent(sessionId)}`);
    return answer.ok ? ((await answer.json()) as StatusAnswer) : null;
  } catch {
    return null;
  }
}

export function reportFps(sessionId: string, clientFpsData: ClientFpsData) {
  // keepalive, because the last report is made while the page goes.
  fetch('/api/sessions/update-client-fps', {
    method: 'POST',
    keepalive: true,
    ...jsonBody({ sessionId, clientFpsData }),
  }).catch(() => undefined);
}

/** The transcript so far; empty when it can't be read now. */
export async function readConversation(sessionId: string): Promise<ConversationAnswer['messages']> {
  try {
    const answer = await fetch(`/api/conversation?session_id=${encodeURIComponent(sessionId)}`);
    return answer.ok ? ((await answer.json()) as ConversationAnswer).messages : [];
  } catch {
    return [];
  }
}

/** @returns whether the lines were kept */
export async function saveConversation(sessionId: string, messages: Line[]): Promise<boolean> {
  try {
    const answer = await fetch('/api/conversation', {
      method: 'POST',
      ...jsonBody({ session_id: sessionId, messages }),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** For a page that goes: the browser sends it whatever becomes of the page. */
export function beaconConversation(sessionId: string, messages: Line[]) {
  const body = JSON.stringify({ session_id: sessionId, messages });
  navigator.sendBeacon('/api/conversation', new Blob([body], { type: 'application/json' }));
}

const jsonBody = (body: unknown) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

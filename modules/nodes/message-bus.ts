import { newId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { within } from '../kit/within.ts';
import type { NodeMessage, NodesStore } from './store.ts';

/** Maximum delay of a message whose notification was lost. */
const READ_INTERVAL_MS = 1_000;
const ANSWER_TIMEOUT_MS = 5_000;
/** Ids of recent messages, since consecutive reads overlap by a few seconds. */
const KNOWN_IDS = 20_000;

/** Handles a message from another node. The result answers a request. */
export type Handler = (payload: unknown, sender: string) => unknown;

export interface MessageBusDeps {
  store: Pick<NodesStore, 'send' | 'read'>;
  log: Log;
  /**
   * `send` wakes the other nodes, and `listen` calls back when one of them does. Without them, nodes poll once a second
   */
  notifications: { send(): Promise<void>; listen(heard: () => void): () => Promise<void> };
}

/**
 * Sends messages between nodes through the database. A notification announces each; polling once a second catches the
 * rest.
 */
export function createMessageBus({ store, log, notifications }: MessageBusDeps) {
  const handlers = new Map<string, Handler>();
  const awaited = new Map<string, (payload: unknown) => void>();
  const known = new Set<string>();
  let since: number | null = null;
  let reading: Promise<void> | null = null;
  let readAgain = false;
  let timer: NodeJS.Timeout | null = null;
  let stopListening: (() => Promise<void>) | null = null;

  function read(): Promise<void> {
    if (reading) readAgain = true;
    reading ??= readOnce().finally(() => {
      reading = null;
      if (!readAgain) return;
      readAgain = false;
      void read();
    });
    return reading;
  }

  async function readOnce(): Promise<void> {
    try {
      const { now, messages } = await store.read(since);
      since = now;
      for (const message of messages) take(message);
    } catch (error) {
      log.warn('messages from other nodes can’t be read', { error });
    }
  }

  function take(message: NodeMessage): void {
    if (known.has(message.id)) return;
    known.add(message.id);
    if (known.size > KNOWN_IDS) for (const id of [...known].slice(0, KNOWN_IDS / 2)) known.delete(id);
    if (message.answers) awaited.get(message.answers)?.(message.payload);
    else void handle(message);
  }

  async function handle({ id, kind, payload, sender, recipient }: NodeMessage): Promise<void> {
    try {
      const answer = await handlers.get(kind)?.(payload, sender);
      if (recipient) await send({ recipient: sender, kind, payload: answer ?? null, answers: id }, newId());
    } catch (error) {
      log.error('a message from another node couldn’t be handled', { kind, sender, error });
    }
  }

  async function send(message: Omit<Parameters<NodesStore['send']>[0], 'id'>, id: string): Promise<void> {
    await store.send({ id, ...message });
    // Nodes that miss this poll within a second.
    await notifications
      .send()
      .catch((error: unknown) => log.warn('other nodes were not notified', { error }));
  }

  return {
    on: (kind: string, handler: Handler) => void handlers.set(kind, handler),

    /** Sends to all other nodes. Rejects if the database is down. */
    async publish(kind: string, payload: unknown): Promise<void> {
      await send({ recipient: null, kind, payload, answers: null }, newId());
    },

    /** @returns the answer; null after a timeout of a few seconds */
    async ask(recipient: string, kind: string, payload: unknown): Promise<unknown> {
      const id = newId();
      const answered = new Promise<unknown>((resolve) => awaited.set(id, resolve));
      try {
        await send({ recipient, kind, payload, answers: null }, id);
        return await within(answered, ANSWER_TIMEOUT_MS);
      } finally {
        awaited.delete(id);
      }
    },

    async start(): Promise<void> {
      await readOnce();
      stopListening = notifications.listen(() => void read());
      timer = setInterval(() => void read(), READ_INTERVAL_MS);
    },

    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      await stopListening?.();
      await reading;
    },
  };
}

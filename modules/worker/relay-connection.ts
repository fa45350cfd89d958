import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { Generator } from '../generator/generator.ts';
import { serverErrorText } from '../kit/http/server-error-text.ts';
import type { Log } from '../kit/log.ts';
import { serveRelay } from './serve-relay.ts';
import { openOpusEncoder } from './sound/opus-encoder.ts';

/** The relay pings every ten seconds; after this much silence the connection counts as lost. */
const SILENCE_MS = 30_000;

export interface ConnectionEnd {
  code: number;
  reason: string;
  /** true if the connection was ever established */
  wasOpen: boolean;
  /** the system's error, if any */
  error: Error | null;
  /** the HTTP error with which the relay, or a proxy in front of it, rejected the upgrade request */
  refusal: Refusal | null;
}

export interface Refusal {
  status: number;
  /** the server's own text, or empty */
  text: string;
  /** 0 without a Retry-After header */
  retryAfterMs: number;
}

const MAX_REFUSAL_BYTES = 4096;

/** Dials a relay and serves it until the connection ends. */
export function dialRelay(options: {
  relayUrl: string;
  token: string;
  generator: Generator;
  workerId: string;
  /** random id of this worker process */
  run?: string;
  /** id of the only job that it may serve */
  jobId?: string;
  log: Log;
  onOpen?(): void;
  onError?(error: Error): void;
}) {
  const { relayUrl, token, generator, workerId, run, jobId, log } = options;
  const socket = new WebSocket(`${relayUrl}/worker`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  const served = serveRelay(socket, generator, { workerId, run, jobId, openSound: openOpusEncoder }, log);
  let wasOpen = false;
  let error: Error | null = null;
  let refusal: Refusal | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const receive = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE_MS);
  };
  socket.on('open', () => {
    wasOpen = true;
    options.onOpen?.();
    receive();
    served.hello();
  });
  socket.on('ping', receive);
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    receive();
    if (isBinary) served.picture(data);
    else served.message(data.toString('utf8'));
  });
  socket.on('unexpected-response', async (_request, answer) => {
    refusal = await readRefusal(answer);
    socket.terminate();
  });
  // 'close' follows every error
  socket.on('error', (fault) => {
    error = refusal === null ? fault : new Error(`it answered ${refusal.status} ${refusal.text}`.trim());
    options.onError?.(error);
  });

  return {
    /** counts for this connection */
    drawn: served.drawn,
    close: (reason: string) => socket.close(1000, reason),
    /** Resolves when the connection is closed; its dream may still be stopping. */
    ended: new Promise<ConnectionEnd>((resolve) =>
      socket.on('close', (code: number, reason: Buffer) => {
        clearTimeout(silence);
        resolve({ code, reason: reason.toString('utf8'), wasOpen, error, refusal });
      }),
    ),
    /** Stops the current dream; call it once the connection has ended. */
    release: served.gone,
  };
}

/** Reads at most MAX_REFUSAL_BYTES, and uses whatever arrived of an incomplete body. */
async function readRefusal(answer: IncomingMessage): Promise<Refusal> {
  const { statusCode: status = 0, headers } = answer;
  const retryAfterMs = 1000 * (Number(headers['retry-after']) || 0);
  let body = '';
  try {
    for await (const part of answer.setEncoding('utf8')) {
      body += part;
      if (body.length > MAX_REFUSAL_BYTES) break;
    }
  } catch {
    // The status is enough.
  }
  return { status, text: serverErrorText(body), retryAfterMs };
}

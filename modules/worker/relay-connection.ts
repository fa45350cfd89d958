import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { serverWords } from '../../src/kit/http/server-words.ts';
import type { Log } from '../../src/kit/log.ts';
import type { Generator } from '../generator/generator.ts';
import { serveRelay } from './serve-relay.ts';

/** The relay pings every ten seconds; when nothing comes for this long it is gone. */
const SILENCE_MS = 30_000;

/** The end of a connection to a relay. */
export interface ConnectionEnd {
  code: number;
  reason: string;
  /** the relay had taken it */
  wasOpen: boolean;
  /** the system's error, where it gave one */
  error: Error | null;
  /** the relay, or a proxy before it, answered the upgrade request with an HTTP error */
  refusal: Refusal | null;
}

export interface Refusal {
  status: number;
  /** the server's own text; empty without one */
  text: string;
  /** 0 where the answer has no Retry-After */
  retryAfterMs: number;
}

const MAX_REFUSAL_BYTES = 4096;

/** Dials a relay and draws for it until the connection ends. */
export function dialRelay(options: {
  relayUrl: string;
  token: string;
  generator: Generator;
  workerId: string;
  /** names this start of the worker */
  run?: string;
  /** names the one dream that it may draw */
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
  const served = serveRelay(socket, generator, { workerId, run, jobId }, log);
  let wasOpen = false;
  let error: Error | null = null;
  let refusal: Refusal | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE_MS);
  };
  socket.on('open', () => {
    wasOpen = true;
    options.onOpen?.();
    heard();
    served.hello();
  });
  socket.on('ping', heard);
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    heard();
    served.message(isBinary ? '' : data.toString('utf8'));
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
    /** of this connection's dreams */
    drawn: served.drawn,
    close: (reason: string) => socket.close(1000, reason),
    /** Resolves once it is closed; its dream may still be stopping. */
    ended: new Promise<ConnectionEnd>((resolve) =>
      socket.on('close', (code: number, reason: Buffer) => {
        clearTimeout(silence);
        resolve({ code, reason: reason.toString('utf8'), wasOpen, error, refusal });
      }),
    ),
    /** Stops what is being drawn, once the connection has ended. */
    release: served.gone,
  };
}

/** Reads at most MAX_REFUSAL_BYTES; an answer that breaks off is as good as one without a text. */
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
    // The status says enough.
  }
  return { status, text: serverWords(body), retryAfterMs };
}

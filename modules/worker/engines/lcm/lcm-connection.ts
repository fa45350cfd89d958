import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../../../kit/parse-json.ts';
import { m } from '../../../kit/texts/m.ts';
import { within } from '../../../kit/within.ts';
import { EngineFault } from '../kit/adapter.ts';
import { type EngineConnection, openConnection } from '../kit/open-connection.ts';
import { createPartReader } from './part-reader.ts';

/** One request: parameters, and the image to start from if the server takes one. */
export interface LcmRequest {
  params: Record<string, unknown>;
  image: Uint8Array | null;
}

/** A place at the server: a websocket that asks for input, and a stream of images with the same id. */
export type LcmConnection = ReturnType<typeof openLcmConnection>;

export interface LcmConnectionOptions {
  label: string;
  url: string;
  /** the server takes further input before it has answered the last, and answers in bursts */
  isPipelined: boolean;
  signal: AbortSignal;
}

/** Servers send every part twice, except to Firefox. */
const HEADERS = { 'user-agent': 'Reverie (as for Firefox)' };
/** The websocket may be this much faster than the images. */
const LATE_MS = 500;
/** Requests that StreamDiffusionV2 may have before its next image. Its queue has no limit, and makes a camera late. */
const MAX_PIPELINED = 24;
/** After this long without an image, requests were lost: it skips those that come too fast. */
const LOST_MS = 2_000;
/** Images that V2 may have finished before it reads a prompt: its queue of eight, and the chunks being drawn and sent. */
const FINISHED_BEFORE = 16;
/** Beyond these, the oldest are dropped. */
const MAX_IMAGES = 16;

const status = z.object({ status: z.string(), message: z.string().optional() });

/** The server's places are all taken. */
export class FullFault extends EngineFault {}

/** Opens a place at the server. The stream is opened once the server has asked for input for the first time. */
export function openLcmConnection(options: LcmConnectionOptions) {
  const { label, url, isPipelined } = options;
  const person = randomUUID();
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  let isStreaming = false;
  let isWanted = false;
  let fault: EngineFault | null = null;
  let last: Buffer | null = null;
  let images: Buffer[] = [];
  let repeats = 0;
  let behind = 0;
  let wake = () => {};

  const socket: EngineConnection = openConnection({
    label,
    url: `${url}/api/ws/${person}`,
    headers: HEADERS,
    text: hear,
    binary() {},
    failed: broke,
  });
  signal.addEventListener('abort', () => wake(), { once: true });

  function hear(text: string): void {
    const data = readJson(status, text);
    if (data?.status === 'send_frame') {
      // The first one comes before the stream: an answer to it would leave every image one request late.
      if (isStreaming) isWanted = true;
      else void stream();
      wake();
    } else if (data?.status === 'timeout') broke(new EngineFault(m.worker_engine_time_up({ engine: label })));
    else if (data?.status === 'error') broke(reported(label, data.message ?? ''));
  }

  async function stream(): Promise<void> {
    isStreaming = true;
    const reader = createPartReader(came);
    try {
      const answer = await fetch(`${url}/api/stream/${person}`, {
        headers: HEADERS,
        redirect: 'error',
        signal,
      });
      if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
      for await (const chunk of answer.body) reader.read(chunk);
      throw new Error('the end of its stream');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      broke(new EngineFault(m.worker_engine_connection_lost({ engine: label, reason }), false));
    }
  }

  function came(image: Buffer): void {
    if (last?.equals(image)) repeats++;
    else {
      last = image;
      behind = Math.max(0, behind - 1);
      images = [...images, image].slice(-MAX_IMAGES);
    }
    wake();
  }

  function broke(why: EngineFault): void {
    fault ??= why;
    wake();
  }

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      signal.throwIfAborted();
      if (fault) throw fault;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  async function untilImage(): Promise<void> {
    await within(
      until(() => images.length > 0 || behind < MAX_PIPELINED),
      LOST_MS,
    );
    if (behind >= MAX_PIPELINED) behind = 0;
  }

  function taken(): Buffer[] {
    const all = images;
    images = [];
    return all;
  }

  return {
    /** resolves when the server wants input */
    wanted: () => until(() => isWanted),
    /**
     * Sends one request, which the server must want.
     * @returns new images; none if the server sent the last one again, null if it sent none yet
     * @throws EngineFault
     */
    async request({ params, image }: LcmRequest): Promise<Uint8Array[] | null> {
      await until(() => isWanted);
      if (isPipelined && behind >= MAX_PIPELINED) await untilImage();
      isWanted = false;
      repeats = 0;
      // Images that came late belong to earlier requests.
      if (!isPipelined && images.length > 0) taken();
      behind++;
      socket.send(JSON.stringify({ status: 'next_frame' }));
      socket.send(JSON.stringify(params));
      if (image) socket.send(image);
      await until(() => images.length > 0 || isWanted);
      if (isPipelined) return images.length > 0 ? taken() : null;
      if (images.length === 0)
        await within(
          until(() => images.length > 0),
          LATE_MS,
        );
      if (images.length > 0) behind = 0;
      return images.length > 0 ? taken() : repeats > 0 ? [] : null;
    },
    /** images of earlier requests that may still come */
    behind: () => (isPipelined ? FINISHED_BEFORE : Math.min(1, behind)),
    async close(): Promise<void> {
      await socket.close();
      closing.abort();
      wake();
    },
  };
}

function reported(label: string, message: string): EngineFault {
  if (/full/i.test(message)) return new FullFault(m.worker_lcm_full({ engine: label }));
  const words = m.worker_engine_reports({ engine: label, reason: message.slice(0, 200) });
  return new EngineFault(words, false, m.worker_engine_failed());
}

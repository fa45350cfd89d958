import { z } from 'zod';
import type { Log } from '../../../src/kit/log.ts';
import { fetchJson } from '../../../src/kit/outgoing.ts';

/** The server that writes speech down, as the settings name it. */
export interface SpeechServer {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

const LIMITS = { timeoutMs: 15_000, maxBytes: 256 * 1024 };
const TEXT_MAX = 10_000;
const answerShape = z.object({ text: z.string() });

/** What was said, or null when the server could not tell. */
export async function transcribe(
  server: SpeechServer,
  audio: Blob,
  fileName: string,
  log: Log,
): Promise<string | null> {
  const form = new FormData();
  form.set('file', audio, fileName);
  form.set('model', server.model);
  form.set('response_format', 'json');
  try {
    const answer = await fetchJson(
      `${server.baseUrl}/audio/transcriptions`,
      {
        method: 'POST',
        headers: server.apiKey ? { Authorization: `Bearer ${server.apiKey}` } : {},
        body: form,
      },
      LIMITS,
    );
    return spoken(answerShape.parse(answer).text).slice(0, TEXT_MAX);
  } catch (error) {
    log.warn('speech could not be written down', { message: (error as Error).message });
    return null;
  }
}

/** The words alone: some servers leave the model's own tokens in, as in `<|en|><|0.00|>` or `language English<asr_text>`. */
const spoken = (text: string) => text.replace(/^.*<asr_text>|<\|[^<>|]*\|>/g, ' ').trim();

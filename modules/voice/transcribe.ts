import { z } from 'zod';
import { fetchJson } from '../kit/http/outgoing.ts';
import type { Log } from '../kit/log.ts';
import { PHRASE_MAX_BYTES } from './contract/limits.ts';
import { readTranscript } from './contract/read-transcript.ts';
import { hearsVoice, readWav, spokenSecondsIn } from './hears-voice.ts';

/** The configured transcription server. */
export interface SpeechServer {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

const LIMITS = { timeoutMs: 15_000, maxBytes: 256 * 1024 };
const TEXT_MAX = 10_000;
const answerShape = z.object({ text: z.string() });

/** The spoken words. Null if nobody speaks or the server failed. */
export async function transcribe(
  server: SpeechServer,
  { audio, fileName, language }: { audio: Blob; fileName: string; language: string | null },
  log: Log,
): Promise<string | null> {
  const sound = await soundOf(audio);
  if (sound && !hearsVoice(sound)) return null;
  const form = new FormData();
  form.set('file', audio, fileName);
  form.set('model', server.model);
  if (language !== null) form.set('language', language);
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
    const words = spoken(answerShape.parse(answer).text).slice(0, TEXT_MAX);
    return readTranscript(words, sound ? spokenSecondsIn(sound) : undefined) || null;
  } catch (error) {
    log.warn('speech could not be written down', { message: (error as Error).message });
    return null;
  }
}

/** Strips model tokens that some servers leave in, such as `<|en|><|0.00|>` or `language English<asr_text>`. */
const spoken = (text: string) => text.replace(/^.*<asr_text>|<\|[^<>|]*\|>/g, ' ').trim();

/** Samples at 16 kHz. Null for compressed audio, which can't be examined, and for anything longer than a phrase. */
async function soundOf(audio: Blob): Promise<Float32Array | null> {
  if (audio.size > PHRASE_MAX_BYTES) return null;
  return readWav(new Uint8Array(await audio.arrayBuffer()));
}

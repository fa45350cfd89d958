import { basename } from 'node:path';
import { z } from 'zod';
import { fetchJson } from '../../kit/http/outgoing.ts';
import { CODEC, type Codec } from '../../protocol/codecs.ts';
import { createFrameDecoder } from '../../protocol/decode/decode-frames.ts';
import type { Scores } from '../contract/categories.ts';
import type { SafetyConfig } from '../contract/settings.ts';
import { numeral } from '../score.ts';
import { createModelThread, type ModelConfig } from './model-thread.ts';
import type { Oddity } from './thread-protocol.ts';

/** A self-contained encoded image: a JPEG or a keyframe. */
export interface Coded {
  codec: Codec;
  bytes: Uint8Array;
}

export interface ImageClassifier {
  /** as the audit names it */
  name: string;
  /** Starts loading whatever is slow to load, so the first dream doesn't wait. */
  start(): void;
  /**
   * known labels, and anything unusual to check; null if neither is known.
   * @throws Error
   */
  about(): Promise<{ labels: readonly string[]; note: Oddity | null } | null>;
  /**
   * Scores by label.
   * @throws Error with a readable message if there is no answer in time or it can't be parsed
   */
  classify(picture: Coded): Promise<Scores>;
  close(): void;
}

const ENDPOINT_LIMITS = { timeoutMs: 5_000, maxBytes: 64 * 1024 };

/** The classifier from the settings, or null. */
export function imageClassifierOf(
  config: Pick<SafetyConfig, 'SAFETY_MODEL' | 'SAFETY_URL' | 'SAFETY_API_KEY'> & ModelConfig,
): ImageClassifier | null {
  if (config.SAFETY_URL) return atEndpoint(config.SAFETY_URL, config.SAFETY_API_KEY);
  return config.SAFETY_MODEL ? byModel(config.SAFETY_MODEL, config) : null;
}

function byModel(model: string, config: ModelConfig): ImageClassifier {
  const decoder = createFrameDecoder();
  const thread = createModelThread(model, config);
  return {
    // Only a folder's name: its path doesn't belong in the audit.
    name: /^[\w-]+\/[\w.-]+$/.test(model) ? model : basename(model),
    start: () => void thread.about().catch(() => {}),
    about: thread.about,
    async classify({ codec, bytes: coded }) {
      const { side } = await thread.about();
      const decoded = await decoder.decode({ codec, bytes: coded, as: { kind: 'pixels', height: side } });
      if (!decoded) throw new Error('the image couldn’t be decoded');
      const { bytes: pixels, width, height } = decoded;
      return thread.classify({ pixels, width, height });
    },
    close() {
      decoder.end();
      thread.end();
    },
  };
}

/** An object of scores by category, on its own or under one of these keys, or a list of labels with scores. */
/** Numbers above 1 aren't scores but logits, or something else. */
const score = numeral.pipe(z.number().max(1));
const byName = z.record(z.string(), score);
const list = z.array(z.object({ label: z.string(), score }));
const answered = z.union([
  z.object({ categories: byName }).transform(({ categories }) => Object.entries(categories)),
  z.object({ scores: byName }).transform(({ scores }) => Object.entries(scores)),
  list.transform((labels) => labels.map(({ label, score }): [string, number] => [label, score])),
  byName.transform((scores) => Object.entries(scores)),
]);

function atEndpoint(url: string, key: string | undefined): ImageClassifier {
  const decoder = createFrameDecoder();
  const headers = { 'Content-Type': 'image/jpeg', ...(key && { Authorization: `Bearer ${key}` }) };

  /** JPEGs are sent unchanged. */
  async function toJpeg({ codec, bytes }: Coded): Promise<Uint8Array> {
    if (codec === CODEC.jpeg) return bytes;
    const decoded = await decoder.decode({ codec, bytes, as: { kind: 'jpeg' } });
    if (!decoded) throw new Error('the image couldn’t be decoded');
    return decoded.bytes;
  }

  return {
    name: new URL(url).host,
    start() {},
    about: async () => null,
    async classify(picture) {
      const body = new Uint8Array(await toJpeg(picture));
      const answer = await fetchJson(url, { method: 'POST', headers, body }, ENDPOINT_LIMITS);
      const read = answered.safeParse(answer);
      if (!read.success) throw new Error('the image classifier answered in an unknown format');
      return new Map(read.data);
    },
    close: decoder.end,
  };
}

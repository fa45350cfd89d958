import type { Generator, GeneratorEvents, GeneratorJob } from '../generator/generator.ts';
import { withSince } from '../kit/shared/since-words.ts';
import { cutText } from '../kit/texts/codes.ts';
import { m } from '../kit/texts/m.ts';
import { GeneratorFault } from './contract/faults.ts';

/**
 * Reports a generator's progress towards being ready: text that waiting viewers may see too, progress (0–1) if known,
 * and details for the operator only.
 */
export type ReportProgress = (
  text: string,
  share?: number | null,
  details?: Readonly<Record<string, unknown>>,
) => void;

/** Repeats the last report, so that a viewer who joins during a long step sees the progress. */
const RESEND_INTERVAL_MS = 2_000;
const MAX_TEXT = 190;

/**
 * A generator that can register before it is ready, since downloads may take minutes. A dream assigned meanwhile gets
 * progress reports and starts once the generator is open.
 * @param facts what is known before it opens
 * @param open rejects if it can never work
 */
export function openLater(
  facts: Pick<
    Generator,
    | 'name'
    | 'version'
    | 'width'
    | 'height'
    | 'fps'
    | 'isAi'
    | 'isExact'
    | 'softSeconds'
    | 'isNonCommercial'
    | 'isLocalOnly'
    | 'hasSound'
    | 'codecs'
  >,
  open: (report: ReportProgress) => Promise<Generator>,
): { generator: Generator; opened: Promise<void> } {
  let inner: Generator | null = null;
  let waiting: { job: GeneratorJob; events: GeneratorEvents } | null = null;
  let latest = { text: m.worker_opening(), share: null as number | null, at: performance.now() };
  const reportAgain = setInterval(
    () => waiting?.events.loading(latest.share, withSince(latest.text, performance.now() - latest.at)),
    RESEND_INTERVAL_MS,
  );

  async function openNow(): Promise<void> {
    try {
      inner = await open((text, share = null) => {
        const isSame = cutText(text, MAX_TEXT) === latest.text;
        latest = { text: cutText(text, MAX_TEXT), share, at: isSame ? latest.at : performance.now() };
        waiting?.events.loading(latest.share, latest.text);
      });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      waiting?.events.error(words, error instanceof GeneratorFault ? error.publicText : undefined);
      waiting = null;
      throw error;
    } finally {
      clearInterval(reportAgain);
    }
    if (waiting) inner.start(waiting.job, waiting.events);
    waiting = null;
  }

  const now = () => inner ?? facts;
  const generator: Generator = {
    get name() {
      return now().name;
    },
    get version() {
      return now().version;
    },
    get width() {
      return now().width;
    },
    get height() {
      return now().height;
    },
    get fps() {
      return now().fps;
    },
    get codecs() {
      return now().codecs;
    },
    get controls() {
      return inner?.controls;
    },
    get isAi() {
      return now().isAi;
    },
    get isExact() {
      return now().isExact;
    },
    get softSeconds() {
      return now().softSeconds;
    },
    get model() {
      return inner?.model;
    },
    get licence() {
      return inner?.licence;
    },
    get hasSound() {
      return now().hasSound ?? false;
    },
    get isLocalOnly() {
      return now().isLocalOnly ?? false;
    },
    get isNonCommercial() {
      return now().isNonCommercial ?? false;
    },
    start(job, events) {
      if (inner) return inner.start(job, events);
      waiting = { job: { ...job }, events };
      events.loading(latest.share, latest.text);
    },
    // prompts, rates and controls only reach a ready generator
    prompt: (...prompt) => inner?.prompt(...prompt),
    control: (...change) => inner?.control?.(...change),
    video: (name, frame) => inner?.video?.(name, frame),
    pace: (fps, quality, kbps) => inner?.pace(fps, quality, kbps),
    coding(order) {
      if (inner) inner.coding?.(order);
      // A viewer may join and choose a codec before it is open.
      else if (waiting && 'codec' in order) waiting.job.codec = order.codec;
    },
    opening: () => (inner ? null : withSince(latest.text, performance.now() - latest.at)),
    note: () => inner?.note?.() ?? null,
    async stop() {
      waiting = null;
      await inner?.stop();
    },
    close: async () => inner?.close?.(),
  };
  return { generator, opened: openNow() };
}

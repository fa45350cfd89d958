import { type Generator, NATIVE } from '../generator/generator.ts';
import { m } from '../kit/texts/m.ts';

const JOB = { ...NATIVE, seed: 1 };
const PROMPT = { id: 'test', text: 'a lighthouse above a calm sea at dusk' };

/**
 * Generates a single frame, then closes the generator.
 * @returns the frame as a JPEG, or the reason for its absence, in sentences
 */
export async function drawOne(generator: Generator, signal: AbortSignal): Promise<Uint8Array | string> {
  let last: string | null = null;
  const drawn = new Promise<Uint8Array | string>((resolve) => {
    signal.addEventListener('abort', () =>
      resolve(last === null ? m.worker_doctor_timeout() : m.worker_doctor_timeout_last({ last })),
    );
    generator.start(JOB, {
      loading(_, text) {
        last = text ?? last;
      },
      ready: () => generator.prompt(PROMPT.id, PROMPT.text),
      frame: (image) => resolve(image.slice()),
      promptShown() {},
      error: resolve,
    });
  });
  try {
    return await drawn;
  } finally {
    await generator.stop();
    await generator.close?.();
  }
}

import { type Generator, NATIVE } from '../generator/generator.ts';

const JOB = { ...NATIVE, seed: 1 };
const PROMPT = { id: 'test', text: 'a lighthouse above a calm sea at dusk' };

/**
 * Generates a single frame, then closes the generator.
 * @returns the frame as a JPEG, or the reason for its absence
 */
export async function drawOne(generator: Generator, signal: AbortSignal): Promise<Uint8Array | string> {
  let lastSaid = 'it said nothing';
  const drawn = new Promise<Uint8Array | string>((resolve) => {
    signal.addEventListener('abort', () => resolve(`it drew nothing in time (${lastSaid})`));
    generator.start(JOB, {
      loading(_, text) {
        lastSaid = text ?? lastSaid;
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

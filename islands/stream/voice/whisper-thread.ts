import { loadWhisper, type Whisper } from './whisper.ts';
import type { ModelCommand, ModelReport } from './whisper-messages.ts';

/** Runs the model apart from what listens: on a processor it is busy for seconds, and nothing may go unheard meanwhile. */
let whisper: Promise<Whisper> | null = null;

const report = (message: ModelReport) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ModelCommand>) => {
  try {
    if (data.type === 'load') {
      whisper = loadWhisper(data.model, (loaded, total) => report({ type: 'loading', loaded, total }));
      await whisper;
      return report({ type: 'loaded' });
    }
    const began = performance.now();
    const text = (await (await whisper)?.(data.sound, data)) ?? '';
    report({ type: 'written', text, ms: performance.now() - began });
  } catch (error) {
    report({ type: 'failed', message: (error as Error).message });
  }
};

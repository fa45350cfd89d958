import type { ModelCommand, ModelReport, ModelSource, Spoken } from './whisper-messages.ts';

export interface WhisperClient {
  /** what is said, and how long it took to understand */
  write(sound: Float32Array, spoken: Spoken): Promise<{ text: string; ms: number }>;
}

/** Starts a thread with a model. @throws why it could not be loaded */
export async function startWhisper(
  script: string,
  model: ModelSource,
  onProgress: (loaded: number, total: number) => void,
): Promise<WhisperClient> {
  const thread = new Worker(script, { type: 'module', name: 'whisper' });

  function ask(command: ModelCommand): Promise<ModelReport> {
    return new Promise((resolve, reject) => {
      thread.onmessage = ({ data: report }: MessageEvent<ModelReport>) => {
        if (report.type === 'loading') onProgress(report.loaded, report.total);
        else if (report.type === 'failed') reject(new Error(report.message));
        else resolve(report);
      };
      thread.onerror = (event) => reject(new Error(event.message || 'its thread could not be started'));
      thread.postMessage(command);
    });
  }

  await ask({ type: 'load', model }).catch((error) => {
    thread.terminate();
    throw error;
  });
  return {
    async write(sound, spoken) {
      const report = await ask({ type: 'write', sound, ...spoken });
      if (report.type !== 'written') throw new Error('the model lost its thread');
      return report;
    },
  };
}

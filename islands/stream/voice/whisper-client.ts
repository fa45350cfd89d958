import type {
  ModelCommand,
  ModelFaultKind,
  ModelReport,
  ModelSource,
  Spoken,
} from '../../../modules/voice/contract/whisper-messages.ts';

export class ModelError extends Error {
  readonly kind: ModelFaultKind;
  constructor(kind: ModelFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface WhisperClient {
  /** the transcript, and how long it took in ms */
  write(sound: Float32Array, spoken: Spoken): Promise<{ text: string; ms: number }>;
}

/** Starts a thread with a model. @throws the reason if it couldn't be loaded */
export async function startWhisper(
  script: string,
  model: ModelSource,
  onProgress: (loaded: number, total: number) => void,
): Promise<WhisperClient> {
  const { thread, ask } = openThread(script, onProgress);
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

/** Deletes a model from this browser's storage. */
export async function dropWhisper(script: string, name: string): Promise<void> {
  const { thread, ask } = openThread(script, () => {});
  await ask({ type: 'forget', name }).finally(() => thread.terminate());
}

function openThread(script: string, onProgress: (loaded: number, total: number) => void) {
  const thread = new Worker(script, { type: 'module', name: 'whisper' });

  function ask(command: ModelCommand): Promise<ModelReport> {
    return new Promise((resolve, reject) => {
      thread.onmessage = ({ data: report }: MessageEvent<ModelReport>) => {
        if (report.type === 'loading') onProgress(report.loaded, report.total);
        else if (report.type === 'failed') reject(new ModelError(report.kind, report.message));
        else resolve(report);
      };
      thread.onerror = (event) => reject(new Error(event.message || 'its thread could not be started'));
      thread.postMessage(command);
    });
  }
  return { thread, ask };
}

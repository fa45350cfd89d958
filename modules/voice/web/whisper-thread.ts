import { FileFault } from '../../worker/contract/model-files/file-fault.ts';
import type { ModelCommand, ModelFaultKind, ModelReport } from '../contract/whisper-messages.ts';
import { dropVoiceModel } from './voice-model-files.ts';
import { loadWhisper, type Whisper } from './whisper.ts';

/**
 * Runs the model in its own thread: on a CPU it is busy for seconds, and the listener must not miss anything meanwhile.
 */
let whisper: Promise<Whisper> | null = null;

const report = (message: ModelReport) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ModelCommand>) => {
  try {
    await obey(data);
  } catch (error) {
    report({ type: 'failed', kind: kindOf(error, data), message: (error as Error).message });
  }
};

async function obey(command: ModelCommand): Promise<void> {
  switch (command.type) {
    case 'load':
      whisper = loadWhisper(command.model, (loaded, total) => report({ type: 'loading', loaded, total }));
      await whisper;
      return report({ type: 'loaded' });
    case 'write': {
      const began = performance.now();
      const text = (await (await whisper)?.(command.sound, command)) ?? '';
      return report({ type: 'written', text, ms: performance.now() - began });
    }
    case 'forget':
      await dropVoiceModel(command.name);
      return report({ type: 'forgotten' });
  }
}

function kindOf(error: unknown, command: ModelCommand): ModelFaultKind {
  if (error instanceof FileFault) return error.kind;
  return command.type === 'load' && command.model.device === 'webgpu' ? 'gpu' : 'unknown';
}

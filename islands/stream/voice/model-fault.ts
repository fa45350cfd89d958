import { m } from '../../../modules/kit/texts/m.ts';
import type { ModelFaultKind } from '../../../modules/voice/contract/whisper-messages.ts';

/**
 * A voice model error as text for the user.
 * @param wasLoaded whether it had worked before
 */
export function modelFault(kind: ModelFaultKind, wasLoaded: boolean): string {
  switch (kind) {
    case 'missing':
      return m.voice_model_missing();
    case 'unreachable':
      return navigator.onLine ? m.voice_model_unreachable() : m.voice_model_offline();
    case 'broken':
      return m.voice_model_broken();
    case 'no-room':
      return m.voice_model_no_space();
    case 'gpu':
      return m.voice_model_gpu();
    case 'unknown':
      return wasLoaded ? m.voice_model_stopped() : m.voice_model_not_started();
  }
}

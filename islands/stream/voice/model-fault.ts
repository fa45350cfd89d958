import type { ModelFaultKind } from '../../../modules/voice/contract/whisper-messages.ts';

/**
 * A voice model error as text for the user.
 * @param wasLoaded whether it had worked before
 */
export function modelFault(kind: ModelFaultKind, wasLoaded: boolean): string {
  switch (kind) {
    case 'missing':
      return 'The voice model is not where this site looks for it. Tell whoever runs it: VOICE_MODEL is to be checked.';
    case 'unreachable':
      return navigator.onLine
        ? 'The voice model can’t be fetched: where it lies nobody answers. Try again later; what has come so far is kept.'
        : 'You are offline. Once you are back, try again; what has come of the voice model so far is kept.';
    case 'broken':
      return 'The voice model came damaged, twice. It was thrown away; try again later.';
    case 'no-room':
      return 'This browser has no room for the voice model. Free some space, or choose a smaller model in the settings.';
    case 'gpu':
      return 'The graphics of this device can’t run the voice model. Choose a smaller one in the settings, or another browser.';
    case 'unknown':
      return wasLoaded
        ? 'The voice model stopped working. Turn the microphone on again.'
        : 'The voice model could not be started. Please reload the page.';
  }
}

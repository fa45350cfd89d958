import { NOT_RECORDED, type StreamState } from '../machine.ts';
import { drivingReceipt } from '../prompt/receipt.ts';
import type { VoiceState } from '../voice/voice-input.ts';

/** Announces to screen readers the stream's state, the prompt on screen and whether the microphone is listening. */
export function Announcer({ state, voice }: { state: StreamState; voice: VoiceState }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {streamText(state)}
      </p>
      <p className="visually-hidden" role="status">
        {promptText(state)}
      </p>
      <p className="visually-hidden" role="status">
        {voiceText(voice)}
      </p>
    </>
  );
}

function streamText({ phase, hasFrame, trouble, stopped, recording }: StreamState): string {
  if (phase === 'ready' && hasFrame && trouble) return trouble;
  if (phase === 'ready' && stopped) return 'The picture has stopped.';
  if (phase === 'ready' && !recording) return NOT_RECORDED;
  if (phase === 'ready') return hasFrame ? 'The picture is live.' : 'Connected.';
  return phase === 'connecting' && hasFrame ? 'Reconnecting.' : '';
}

function promptText({ receipts }: StreamState): string {
  const last = receipts.at(-1);
  if (last?.status === 'refused') return `Not taken: ${last.text}. ${last.refusal}`;
  if (last?.warning) return `${last.text}. ${last.warning}`;
  if (last?.status === 'shown' && !last.drawn) return `Not drawn: ${last.text}. ${last.note ?? ''}`;
  const driving = drivingReceipt(receipts);
  if (!driving) return '';
  return `In the picture: ${driving.text}${driving.note ? ` (${driving.note})` : ''}`;
}

function voiceText({ status, model, listening, fault }: VoiceState): string {
  if (fault) return fault;
  if (status !== 'on') return '';
  if (model === 'loading') return 'Loading voice model.';
  return listening ? 'Listening.' : '';
}

import { m } from '../../../modules/kit/texts/m.ts';
import type { StreamState } from '../machine.ts';
import { drivingReceipt } from '../prompt/receipt.ts';
import type { VoiceState } from '../voice/voice-messages.ts';

interface AnnouncerProps {
  state: StreamState;
  voice: VoiceState;
  shareNote: string | null;
}

/** Announces to screen readers the stream's state, the prompt on screen and whether the microphone is listening. */
export function Announcer({ state, voice, shareNote }: AnnouncerProps) {
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
      <p className="visually-hidden" role="status">
        {shareNote}
      </p>
    </>
  );
}

function streamText({ phase, hasFrame, trouble, stopped, recording }: StreamState): string {
  if (phase === 'ready' && hasFrame && trouble) return trouble;
  if (phase === 'ready' && stopped) return m.stream_announce_stopped();
  if (phase === 'ready' && !recording) return m.stream_live_recording_paused();
  if (phase === 'ready') return hasFrame ? m.stream_announce_live() : m.stream_announce_connected();
  return phase === 'connecting' && hasFrame ? m.stream_announce_reconnecting() : '';
}

function promptText({ receipts }: StreamState): string {
  const last = receipts.at(-1);
  if (last?.status === 'refused') {
    return m.stream_announce_refused({ prompt: last.text, reason: last.refusal ?? '' });
  }
  if (last?.warning) return m.stream_announce_warning({ prompt: last.text, warning: last.warning });
  if (last?.status === 'shown' && !last.drawn) {
    const { text: prompt, note } = last;
    return note
      ? m.stream_announce_not_drawn_note({ prompt, note })
      : m.stream_announce_not_drawn({ prompt });
  }
  const driving = drivingReceipt(receipts);
  if (!driving) return '';
  const { text: prompt, note } = driving;
  return note ? m.stream_announce_shown_note({ prompt, note }) : m.stream_announce_shown({ prompt });
}

function voiceText({ status, model, listening, fault }: VoiceState): string {
  if (fault) return fault;
  if (status !== 'on') return '';
  if (model === 'loading') return m.voice_announce_loading();
  return listening ? m.voice_announce_listening() : '';
}

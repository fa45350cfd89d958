import { describeDownload } from '../voice/describe-download.ts';
import type { VoiceState } from '../voice/voice-input.ts';

/** Shows whether voice input and the assistant are on. */
export function StatusChips({ voice, agentMode }: { voice: VoiceState; agentMode: boolean }) {
  const on = voice.status !== 'off';
  return (
    <>
      <span className="status-chip" data-on={voice.listening}>
        {on ? 'Voice Active' : 'Voice Inactive'}
      </span>
      {agentMode && (
        <span className="status-chip" data-on>
          Agent Mode
        </span>
      )}
      {on && <span className="voice-progress numbers">{voiceProgress(voice)}</span>}
    </>
  );
}

function voiceProgress({ model, loaded, total, listening, speaking, writing }: VoiceState): string {
  if (model === 'loading') {
    return total > 0 ? `Loading voice model... ${describeDownload(loaded, total)}` : 'Loading voice model...';
  }
  if (speaking) return 'I hear you…';
  if (writing > 0) return 'Writing it down…';
  return listening ? 'Listening' : 'Starting the microphone…';
}

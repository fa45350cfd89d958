import { m } from '../../../modules/kit/texts/m.ts';
import { describeDownload } from '../voice/describe-download.ts';
import type { VoiceState } from '../voice/voice-messages.ts';

/** Shows whether voice input and the assistant are on. */
export function StatusChips({ voice, agentMode }: { voice: VoiceState; agentMode: boolean }) {
  const on = voice.status !== 'off';
  return (
    <>
      <span className="status-chip" data-on={voice.listening}>
        {on ? m.stream_chip_voice_on() : m.stream_chip_voice_off()}
      </span>
      {agentMode && (
        <span className="status-chip" data-on>
          {m.stream_chip_agent()}
        </span>
      )}
      {on && <span className="voice-progress numbers">{voiceProgress(voice)}</span>}
    </>
  );
}

function voiceProgress({ model, loaded, total, listening, speaking, writing }: VoiceState): string {
  if (model === 'loading') {
    return total > 0
      ? m.voice_progress_loading_share({ progress: describeDownload(loaded, total) })
      : m.voice_progress_loading();
  }
  if (speaking) return m.voice_progress_speaking();
  if (writing > 0) return m.voice_progress_writing();
  return listening ? m.voice_progress_listening() : m.voice_progress_starting();
}

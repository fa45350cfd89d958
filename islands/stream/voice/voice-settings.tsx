import { m } from '../../../modules/kit/texts/m.ts';
import { type StreamSettings, settingsStore } from '../settings/settings.ts';
import { Toggle } from '../settings/toggle.tsx';
import { describeDownload } from './describe-download.ts';
import { DropModel } from './forget-model.tsx';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { ModelChoice } from './model-choice.tsx';
import { chosenModel, type Voice } from './use-voice.ts';
import type { VoiceModel } from './voice-input.ts';
import { VoiceLanguage } from './voice-language.tsx';

interface VoiceSettingsProps {
  voice: Voice;
  settings: StreamSettings;
  model: VoiceModel;
  /** the server can transcribe speech */
  serverVoice: boolean;
  /** a dream is there to speak to */
  canListen: boolean;
}

export function VoiceSettings({ voice, settings, model, serverVoice, canListen }: VoiceSettingsProps) {
  const { state, webGpu } = voice;
  const onServer = serverVoice && settings.serverVoice;
  const unable = webGpu === false && !onServer;
  return (
    <>
      <Toggle
        label={m.voice_settings_enable()}
        hint={onServer ? m.voice_settings_enable_hint() : m.voice_settings_enable_hint_local()}
        on={state.status !== 'off'}
        disabled={!canListen}
        onChange={voice.toggle}
      />
      {state.model === 'loading' && state.status !== 'off' && <ModelLoading {...state} />}
      {unable && (
        <p className="settings-warning" role="note">
          {m.voice_settings_webgpu()}
        </p>
      )}
      {unable && (
        <Toggle
          label={m.voice_settings_processor()}
          hint={m.voice_settings_processor_hint()}
          on={settings.processorVoice}
          onChange={(processorVoice) => {
            settingsStore.set({ processorVoice });
            if (!processorVoice && state.status !== 'off') void voice.toggle();
          }}
        />
      )}
      {state.fault && (
        <p className="settings-warning" role="note">
          {state.fault}
        </p>
      )}
      {serverVoice && (
        <Toggle
          label={m.voice_settings_server()}
          hint={m.voice_settings_server_hint()}
          on={settings.serverVoice}
          onChange={(on) => {
            settingsStore.set({ serverVoice: on });
            // The transcriber can't change while it is in use.
            if (state.status !== 'off') void voice.toggle();
          }}
        />
      )}
      <VoiceLanguage
        value={settings.voiceLanguage}
        englishOnly={!onServer && model.name.endsWith('.en')}
        onChoose={(voiceLanguage) => void voice.choose({ voiceLanguage })}
      />
      {state.microphones.length > 1 && (
        <MicrophoneChoice
          microphones={state.microphones}
          value={settings.microphone}
          onChoose={(microphone) => void voice.choose({ microphone })}
        />
      )}
      {!onServer && (
        <ModelChoice
          name={chosenModel(model.name, settings)}
          host={model.host}
          device={webGpu === false ? 'wasm' : 'webgpu'}
          isWanted={state.status === 'on'}
          understood={state.understood}
          onChoose={(voiceModel) => void voice.choose({ voiceModel })}
        />
      )}
      {!onServer && <DropModel onDropModel={voice.dropModel} />}
    </>
  );
}

export function ModelLoading({ loaded, total }: { loaded: number; total: number }) {
  return (
    <div className="model-loading" role="status">
      <p>{m.voice_progress_loading()}</p>
      <progress
        className="progress"
        aria-label={m.voice_announce_loading()}
        {...(total > 0 && { value: loaded, max: total })}
      />
      <p className="numbers" aria-hidden="true">
        {describeDownload(loaded, total)}
      </p>
    </div>
  );
}

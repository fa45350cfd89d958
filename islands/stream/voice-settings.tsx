import { useId } from 'react';
import { type StreamSettings, settingsStore } from './settings.ts';
import { Toggle } from './toggle.tsx';
import type { Voice } from './use-voice.ts';
import { describeDownload } from './voice/describe-download.ts';

interface VoiceSettingsProps {
  voice: Voice;
  settings: StreamSettings;
  /** the server can write speech down */
  serverVoice: boolean;
  /** a dream is there to speak to */
  canListen: boolean;
}

export function VoiceSettings({ voice, settings, serverVoice, canListen }: VoiceSettingsProps) {
  const { state, webGpu } = voice;
  const picker = useId();
  const onServer = serverVoice && settings.serverVoice;
  const unable = webGpu === false && !onServer;
  const chosen = state.microphones.some(({ id }) => id === settings.microphone) ? settings.microphone : '';
  return (
    <>
      <Toggle
        label="Enable Voice Input"
        hint={
          onServer
            ? 'Speak, and the dream follows.'
            : 'Speak, and the dream follows. Your words are understood on this device.'
        }
        on={state.status !== 'off'}
        disabled={!canListen}
        onChange={voice.toggle}
      />
      {state.model === 'loading' && state.status !== 'off' && <ModelLoading {...state} />}
      {unable && (
        <p className="settings-warning" role="note">
          Voice input requires WebGPU support. Please use Chrome or Edge browser.
        </p>
      )}
      {state.fault && (
        <p className="settings-warning" role="note">
          {state.fault}
        </p>
      )}
      {serverVoice && (
        <Toggle
          label="Understand speech on the server"
          hint="Works in every browser. While the microphone is on, your voice is sent to this server."
          on={settings.serverVoice}
          onChange={(on) => {
            settingsStore.set({ serverVoice: on });
            // The way in which speech is understood can't change in the middle of it.
            if (state.status !== 'off') void voice.toggle();
          }}
        />
      )}
      {state.microphones.length > 1 && (
        <div className="microphone">
          <label className="label" htmlFor={picker}>
            Microphone
          </label>
          <select
            id={picker}
            className="field"
            value={chosen}
            onChange={(event) => void voice.choose(event.target.value)}
          >
            <option value="">Default microphone</option>
            {state.microphones.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}

function ModelLoading({ loaded, total }: { loaded: number; total: number }) {
  return (
    <div className="model-loading" role="status">
      <p>Loading voice model...</p>
      <progress
        className="progress"
        aria-label="Loading voice model"
        {...(total > 0 && { value: loaded, max: total })}
      />
      <p className="numbers">{describeDownload(loaded, total)}</p>
    </div>
  );
}

import { type ReactNode, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { type ControlValue, isSetting } from '../../../modules/protocol/controls.ts';
import type { StreamState } from '../machine.ts';
import { ResetButton } from '../prompt/reset-button.tsx';
import { SystemPromptDialog } from '../prompt/system-prompt-dialog.tsx';
import type { Voice } from '../voice/use-voice.ts';
import type { VoiceModel } from '../voice/voice-input.ts';
import { VoiceSettings } from '../voice/voice-settings.tsx';
import { Controls } from './controls.tsx';
import { GeneratorFigures } from './generator-figures.tsx';
import { type StreamSettings, settingsStore } from './settings.ts';
import { SidePanel } from './side-panel.tsx';
import { Toggle } from './toggle.tsx';

export interface SettingsPanelProps {
  open: boolean;
  onClose: () => void;
  settings: StreamSettings;
  /** the server has a language model */
  agent: boolean;
  voice: Voice;
  model: VoiceModel;
  /** the server can transcribe speech */
  serverVoice: boolean;
  canListen: boolean;
  state: StreamState;
  onTurn: (name: string, value: ControlValue) => void;
  onReset: () => void;
}

/** Settings that can be changed during a dream. Shown next to the stream without covering it. */
export default function SettingsPanel({
  open,
  onClose,
  settings,
  agent,
  state,
  onTurn,
  onReset,
  ...voice
}: SettingsPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const agentOn = agent && settings.agentMode;

  return (
    <SidePanel
      title={m.stream_settings_title()}
      closeLabel={m.stream_settings_close()}
      open={open}
      onClose={onClose}
    >
      {state.controls.declared.some(isSetting) && (
        <Section title={m.stream_settings_picture()}>
          <Controls
            sessionId={state.sessionId}
            state={state.controls}
            begun={state.receipts.length > 0}
            disabled={state.phase !== 'ready'}
            onTurn={onTurn}
          />
        </Section>
      )}

      <Section title={m.stream_settings_display()}>
        <Toggle
          label={m.stream_settings_user_text()}
          on={settings.showUserText}
          onChange={(showUserText) => settingsStore.set({ showUserText })}
        />
        <Toggle
          label={m.stream_settings_ai_text()}
          hint={agentOn ? undefined : m.stream_settings_ai_text_hint()}
          on={settings.showAiText && agentOn}
          disabled={!agentOn}
          onChange={(showAiText) => settingsStore.set({ showAiText })}
        />
      </Section>

      <Section title={m.stream_settings_agent()}>
        <Toggle
          label={m.stream_settings_agent_mode()}
          hint={agent ? m.stream_settings_agent_mode_hint() : m.stream_settings_agent_mode_missing()}
          on={agentOn}
          disabled={!agent}
          onChange={(agentMode) => settingsStore.set({ agentMode })}
        />
        <div className="settings-buttons">
          <button
            type="button"
            className="button button-quiet"
            disabled={!agent}
            onClick={() => dialog.current?.showModal()}
          >
            {m.stream_system_prompt_title()}
          </button>
          <ResetButton disabled={!agent} onReset={onReset} />
        </div>
      </Section>

      <Section title={m.stream_settings_voice()}>
        <VoiceSettings {...voice} settings={settings} />
      </Section>

      <Section title={m.stream_settings_generator()}>
        <GeneratorFigures generator={state.generator} />
      </Section>
      <SystemPromptDialog dialog={dialog} saved={settings.systemPrompt} />
    </SidePanel>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

import type { CSSProperties } from 'react';
import { MicIcon, MicOffIcon } from '../icons.tsx';
import type { VoiceState } from './voice/voice-input.ts';

interface MicButtonProps {
  voice: VoiceState;
  disabled: boolean;
  onToggle: () => void;
}

/** The ring around it grows with the voice that it hears. */
export function MicButton({ voice, disabled, onToggle }: MicButtonProps) {
  const on = voice.status !== 'off';
  const listening = on && voice.model === 'ready';
  return (
    <button
      type="button"
      className="icon-button mic"
      aria-label="Microphone"
      aria-pressed={on}
      data-listening={listening}
      data-speaking={voice.speaking}
      title={on ? 'Stop listening (M)' : 'Speak your prompts (M)'}
      // None in the first HTML: the page's policy allows no style attributes there.
      style={on ? ({ '--level': voice.level } as CSSProperties) : undefined}
      disabled={disabled}
      onClick={onToggle}
    >
      {on ? <MicIcon /> : <MicOffIcon />}
    </button>
  );
}

import { useEffect, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { MicIcon, MicOffIcon } from '../../ui/icons.tsx';
import type { VoiceState } from './voice-messages.ts';

interface MicButtonProps {
  voice: VoiceState;
  onLevel: (listener: (level: number) => void) => () => void;
  disabled: boolean;
  onToggle: () => void;
}

/** The ring around the button grows with the loudness of the voice. */
export function MicButton({ voice, onLevel, disabled, onToggle }: MicButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(
    () => onLevel((level) => button.current?.style.setProperty('--level', level.toFixed(2))),
    [onLevel],
  );
  const on = voice.status !== 'off';
  return (
    <button
      ref={button}
      type="button"
      className="icon-button mic"
      aria-label={m.voice_microphone_label()}
      aria-pressed={on}
      data-listening={voice.listening}
      data-speaking={voice.speaking}
      title={on ? m.voice_microphone_stop() : m.voice_microphone_start()}
      disabled={disabled}
      onClick={onToggle}
    >
      {on ? <MicIcon /> : <MicOffIcon />}
    </button>
  );
}

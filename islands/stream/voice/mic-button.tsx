import { useEffect, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { icon } from '../../ui/icons.tsx';
import type { VoiceState } from './voice-messages.ts';

const MicIcon = icon(
  '<rect x="9" y="3.75" width="6" height="10.5" rx="3"/><path d="M5.75 11.5a6.25 6.25 0 0 0 12.5 0M12 17.75v2.5"/>',
);
const MicOffIcon = icon(
  '<path d="M15 10.5V6.75a3 3 0 0 0-5.6-1.5M9 9v2.25a3 3 0 0 0 4.5 2.6M5.75 11.5a6.25 6.25 0 0 0 9.75 5.15m2.5-3.25c.16-.6.25-1.24.25-1.9M12 17.75v2.5M4.5 4.5l15 15"/>',
);

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

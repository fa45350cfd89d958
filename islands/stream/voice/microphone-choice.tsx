import { useId } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';

interface MicrophoneChoiceProps {
  microphones: { id: string; label: string }[];
  /** device id; empty for the browser's default */
  value: string;
  onChoose: (microphone: string) => void;
}

export function MicrophoneChoice({ microphones, value, onChoose }: MicrophoneChoiceProps) {
  const picker = useId();
  const chosen = microphones.some(({ id }) => id === value) ? value : '';
  return (
    <div className="microphone">
      <label className="label" htmlFor={picker}>
        {m.voice_microphone_choice()}
      </label>
      <select id={picker} className="field" value={chosen} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{m.voice_microphone_default()}</option>
        {microphones.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

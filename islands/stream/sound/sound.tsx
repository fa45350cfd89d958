import { useEffect, useState } from 'react';
import { formatList } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { CaptionsIcon, MutedIcon, SoundIcon } from './icons.tsx';
import { type Hearing, useSound } from './use-sound.ts';

export interface SoundProps {
  controller: Hearing;
  /** names of the sounds that can be heard; empty if the generator doesn't report any */
  caption: string;
  silent?: boolean;
  /** keyboard shortcut that switches it */
  shortcut: string;
  /** embedded without buttons; starts without a press if the browser allows */
  clean?: boolean;
}

/** Announces changes within this time only once. */
const SETTLED_MS = 1500;

/** Controls of the dream's sound: on or off, volume and captions. */
export default function Sound({
  controller,
  caption: heard,
  silent = false,
  shortcut,
  clean = false,
}: SoundProps) {
  const { choice, blocked, failed, figures, choose, toggle } = useSound(controller, silent, clean);
  // Captions arrive with English commas.
  const caption = formatList(heard.split(', '), 'unit');
  const isHeard = choice.on && !blocked && !failed;
  const settled = useSettled(caption);
  useKeys(clean ? {} : { [shortcut]: toggle });
  if (clean) return null;
  const label = isHeard ? m.stream_sound_off() : m.stream_sound_on();
  const shown = choice.captions && caption !== '' && !silent;
  return (
    <section
      className="sound"
      aria-label={m.stream_sound_title()}
      data-on={isHeard}
      data-offset={figures?.offset ?? undefined}
    >
      <div className="sound-row">
        {isHeard && (
          <input
            type="range"
            aria-label={m.stream_sound_volume()}
            min={0}
            max={100}
            step={5}
            value={Math.round(choice.volume * 100)}
            onChange={({ target }) => choose({ volume: Number(target.value) / 100 })}
          />
        )}
        {caption !== '' && (
          <button
            type="button"
            className="icon-button"
            aria-label={m.stream_sound_captions()}
            title={m.stream_sound_captions()}
            aria-pressed={choice.captions}
            onClick={() => choose({ captions: !choice.captions })}
          >
            <CaptionsIcon />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          aria-keyshortcuts={shortcut}
          title={m.dreams_session_shortcut({ label, key: shortcut.toUpperCase() })}
          onClick={toggle}
        >
          {isHeard ? <SoundIcon /> : <MutedIcon />}
        </button>
      </div>
      <div className="sound-captions">
        {failed && (
          <p className="chip sound-caption" role="alert">
            {m.stream_sound_failed()}
          </p>
        )}
        {choice.on && blocked && !failed && <p className="chip sound-caption">{m.stream_sound_blocked()}</p>}
        {shown && (
          <p className="chip sound-caption" aria-hidden="true" dir="auto">
            {caption}
          </p>
        )}
      </div>
      {/* People who hear the sound need no words for it in between. */}
      <p className="visually-hidden" role="status">
        {shown && !isHeard && settled !== '' ? m.stream_sound_announce({ sounds: settled }) : ''}
      </p>
    </section>
  );
}

/** A text once it hasn't changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

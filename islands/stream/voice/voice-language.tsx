import { useEffect, useId, useState } from 'react';
import { formatLanguage } from '../../../modules/kit/texts/formats.ts';
import { currentLocale } from '../../../modules/kit/texts/locale.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { SPOKEN_LANGUAGES } from '../../../modules/voice/contract/spoken-languages.ts';
import { likelyLanguages } from './likely-languages.ts';

interface Language {
  code: string;
  name: string;
}

interface VoiceLanguageProps {
  /** empty: detect */
  value: string;
  /** the model only knows English */
  englishOnly: boolean;
  onChoose: (language: string) => void;
}

/** The language the user speaks, named both in itself and in the page's language. */
export function VoiceLanguage({ value, englishOnly, onChoose }: VoiceLanguageProps) {
  const id = useId();
  // Named here, because the server knows neither this browser's languages nor its names for them.
  const [languages, setLanguages] = useState<Language[]>([]);
  useEffect(() => setLanguages(namedLanguages()), []);
  if (englishOnly) return <p className="settings-note">{m.voice_language_english_only()}</p>;
  return (
    <div className="microphone">
      <label className="label" htmlFor={id}>
        {m.voice_language_choice()}
      </label>
      <select id={id} className="field" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{m.voice_language_detect()}</option>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} translate="no">
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Lists the page's language and the browser's first. */
function namedLanguages(): Language[] {
  const own = likelyLanguages();
  const named = SPOKEN_LANGUAGES.map((code) => ({ code, name: nameOf(code) }));
  const rank = (code: string) => (own.includes(code) ? own.indexOf(code) : own.length);
  return named.sort(
    (one, other) => rank(one.code) - rank(other.code) || one.name.localeCompare(other.name, currentLocale()),
  );
}

function nameOf(code: string): string {
  // Whisper's own code for Javanese.
  const tag = code === 'jw' ? 'jv' : code;
  const name = formatLanguage(tag);
  const own = formatLanguage(tag, tag);
  return own.toLowerCase() === name.toLowerCase() || own === tag ? name : `${name} · ${own}`;
}

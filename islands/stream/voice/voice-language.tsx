import { useEffect, useId, useState } from 'react';
import { SPOKEN_LANGUAGES } from '../../../modules/voice/contract/spoken-languages.ts';

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
  if (englishOnly) return <p className="settings-note">This server’s voice model understands English.</p>;
  return (
    <div className="microphone">
      <label className="label" htmlFor={id}>
        Spoken language
      </label>
      <select id={id} className="field" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">As spoken</option>
        {languages.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Lists the browser's languages first. */
function namedLanguages(): Language[] {
  const own = navigator.languages.map((tag) => tag.split('-')[0] ?? '');
  const named = SPOKEN_LANGUAGES.map((code) => ({ code, name: nameOf(code) }));
  const rank = (code: string) => (own.includes(code) ? own.indexOf(code) : own.length);
  return named.sort(
    (one, other) => rank(one.code) - rank(other.code) || one.name.localeCompare(other.name, 'en'),
  );
}

function nameOf(code: string): string {
  // Whisper's own code for Javanese.
  const tag = code === 'jw' ? 'jv' : code;
  const english = new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? code;
  const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? english;
  return own.toLowerCase() === english.toLowerCase() || own === tag ? english : `${english} · ${own}`;
}

import { useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { sessionStore } from '../browser/session-store.ts';
import type { Film } from '../player/film.ts';
import Player from '../player/player.tsx';
import type { Mark } from '../player/scrubber.tsx';
import { writeDraft } from '../stream/prompt/draft.ts';

export interface SharedProps {
  film: Film;
  name: string;
  /** The prompts that took effect. */
  marks: Mark[];
  signedIn: boolean;
}

/** The film of a shared dream, and the way to a dream of one's own that starts with the prompt on screen. */
export default function Shared({ film, name, marks, signedIn }: SharedProps) {
  const [time, setTime] = useState(0);
  const prompt = marks.findLast(({ at }) => at !== null && at <= time + 0.1)?.text ?? marks[0]?.text ?? '';
  return (
    <>
      <Player film={film} name={name} marks={marks} autoplay onTime={setTime} />
      <p className="shared-own">
        <a
          className="button button-primary"
          href={signedIn ? '/stream' : `/?${new URLSearchParams({ prompt })}`}
          onClick={() => signedIn && writeDraft(sessionStore.get()?.id ?? '', prompt)}
        >
          {m.dreams_shared_own()}
        </a>
      </p>
    </>
  );
}

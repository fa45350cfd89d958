import { useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import type { Film } from '../player/film.ts';
import Player from '../player/player.tsx';
import type { Mark } from '../player/scrubber.tsx';

export interface SharedProps {
  film: Film;
  name: string;
  /** The prompts that took effect. */
  marks: Mark[];
}

/** The film of a shared dream, and a button that starts a new dream with the prompt on screen. */
export default function Shared({ film, name, marks }: SharedProps) {
  const [time, setTime] = useState(0);
  const prompt = marks.findLast(({ at }) => at !== null && at <= time + 0.1)?.text ?? marks[0]?.text ?? '';
  return (
    <>
      <Player film={film} name={name} marks={marks} autoplay onTime={setTime} />
      <form className="shared-own" method="post" action="/stream">
        <input type="hidden" name="words" value={prompt} />
        <button type="submit" className="button button-primary">
          {m.dreams_shared_own()}
        </button>
      </form>
    </>
  );
}

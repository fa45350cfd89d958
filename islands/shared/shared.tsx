import { type RefObject, useRef, useState } from 'react';
import { failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { Film } from '../player/film.ts';
import Player from '../player/player.tsx';
import type { Mark } from '../player/scrubber.tsx';
import { clockText } from '../ui/clock-text.ts';

export interface SharedProps {
  film: Film;
  name: string;
  /** The prompts that took effect. */
  marks: Mark[];
  /** id of the dream if this visitor may repeat and continue it */
  remix: string | null;
}

/** The film of a shared dream, and a button that starts a new dream with the prompt on screen. */
export default function Shared({ film, name, marks, remix }: SharedProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [time, setTime] = useState(0);
  const prompt = marks.findLast(({ at }) => at !== null && at <= time + 0.1)?.text ?? marks[0]?.text ?? '';
  return (
    <>
      <Player ref={video} film={film} name={name} marks={marks} autoplay onTime={setTime} />
      <form className="shared-own" method="post" action="/stream">
        <input type="hidden" name="words" value={prompt} />
        <button type="submit" className="button button-primary">
          {m.dreams_shared_own()}
        </button>
      </form>
      {remix && <Remix id={remix} video={video} time={time} />}
    </>
  );
}

interface RemixProps {
  id: string;
  video: RefObject<HTMLVideoElement | null>;
  time: number;
}

/** Repeats the dream as the visitor's own, or continues it from the moment on screen. */
function Remix({ id, video, time }: RemixProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const start = async (from?: number) => {
    setBusy(true);
    setFault(null);
    try {
      const { dreamAgain } = await import('../session/dream-again.ts');
      await dreamAgain({ session_id: id, ...(from !== undefined && { from }) }, video.current);
    } catch (error) {
      setFault(failureText(error, m.scores_again_failed()));
    }
    setBusy(false);
  };
  return (
    <div className="shared-remix">
      <button type="button" className="button" disabled={busy} onClick={() => void start()}>
        {m.scores_again()}
      </button>
      <button type="button" className="button" disabled={busy} onClick={() => void start(time)}>
        {m.scores_go_on_from({ time: clockText(time) })}
      </button>
      {fault && <p role="alert">{fault}</p>}
    </div>
  );
}

import { m } from '../../modules/kit/texts/m.ts';
import type { WatchState } from './watch-state.ts';
import { wordsOf } from './watch-words.ts';

/** Text shown in place of the picture while there is none. */
export function WatchPlace({ state, watchId }: { state: WatchState; watchId: string }) {
  const words = wordsOf(state);
  if (!words) return null;
  return (
    <div className="overlay" role="status">
      <div className="overlay-content">
        <h2>{words.title}</h2>
        {words.about && <p>{words.about}</p>}
        <WayOn state={state} watchId={watchId} />
      </div>
    </div>
  );
}

function WayOn({ state: { place, sharedUrl }, watchId }: { state: WatchState; watchId: string }) {
  if (place === 'sign-in') {
    const next = encodeURIComponent(`/watch/${watchId}`);
    return <Way href={`/auth/signin?next=${next}`}>{m.stream_watch_sign_in_button()}</Way>;
  }
  if (place === 'ended' && sharedUrl) return <Way href={sharedUrl}>{m.stream_watch_ended_film()}</Way>;
  if (place === 'ended' || place === 'closed') return <Way href="/">{m.stream_watch_home()}</Way>;
  return null;
}

const Way = ({ href, children }: { href: string; children: string }) => (
  <a className="button button-primary" href={href}>
    {children}
  </a>
);

import type { ReactNode } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import type { WatchState } from './watch-state.ts';

/** Text shown in place of the picture while there is none. */
export function WatchPlace({ state, watchId }: { state: WatchState; watchId: string }) {
  const signIn = `/auth/signin?next=${encodeURIComponent(`/watch/${watchId}`)}`;
  switch (state.place) {
    case 'closed':
      return (
        <Panel title={m.stream_watch_closed()} about={m.stream_watch_closed_about()}>
          <a className="button button-primary" href="/">
            {m.stream_watch_home()}
          </a>
        </Panel>
      );
    case 'ended':
      return (
        <Panel title={m.stream_watch_ended()} about={m.stream_watch_ended_about()}>
          {state.sharedUrl ? (
            <a className="button button-primary" href={state.sharedUrl}>
              {m.stream_watch_ended_film()}
            </a>
          ) : (
            <a className="button button-primary" href="/">
              {m.stream_watch_home()}
            </a>
          )}
        </Panel>
      );
    case 'sign-in':
      return (
        <Panel title={m.stream_watch_sign_in()} about={m.stream_watch_sign_in_about()}>
          <a className="button button-primary" href={signIn}>
            {m.stream_watch_sign_in_button()}
          </a>
        </Panel>
      );
    case 'full':
      return <Panel title={m.stream_watch_full()} about={m.stream_watch_full_about()} />;
    case 'offline':
      return <Panel title={m.stream_watch_offline()} />;
    case 'connecting':
      return <Panel title={m.stream_watch_connecting()} />;
    case 'waiting':
      return <Panel title={m.stream_watch_waiting()} about={m.stream_watch_waiting_about()} />;
    case 'live':
      return <LivePlace state={state} />;
  }
}

function LivePlace({ state: { playable, hasFrame, blurred } }: { state: WatchState }) {
  if (!playable)
    return <Panel title={m.stream_watch_undecodable()} about={m.stream_watch_undecodable_about()} />;
  if (blurred !== null) return <Panel title={m.stream_overlay_blurred_title()} about={blurred} />;
  return hasFrame ? null : <Panel title={m.stream_watch_connecting()} />;
}

function Panel({ title, about, children }: { title: string; about?: string; children?: ReactNode }) {
  return (
    <div className="overlay" role="status">
      <div className="overlay-content">
        <h2>{title}</h2>
        {about && <p>{about}</p>}
        {children}
      </div>
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { nameOf } from '../../modules/dreams/contract/names.ts';
import type {
  ChangeMark,
  Neighbours,
  PromptMark,
  SessionDetail,
} from '../../modules/dreams/contract/schemas.ts';
import { takenDownText } from '../../modules/dreams/contract/taken-down.ts';
import { m } from '../../modules/kit/texts/m.ts';
import Player, { filmOf } from '../player/player.tsx';
import { NoFilm } from '../player/player-status.tsx';
import { Banner, useActionFailure } from '../ui/banner.tsx';
import { AgainPanel, Relatives } from './again-panel.tsx';
import { FlagIcon } from './icons.tsx';
import { SessionHeader } from './session-header.tsx';
import { SharePanel } from './share-panel.tsx';
import { Transcript } from './transcript.tsx';
import { useAuthenticating } from './use-authenticating.ts';
import { useSession } from './use-session.ts';

export interface SessionProps {
  session: SessionDetail;
  marks: PromptMark[];
  /** Changes to the generator's controls. */
  changes: ChangeMark[];
  /** The list that the dream was opened from, as a query string. */
  list: string;
  /** The dream's neighbours in that list; null if the browser must fetch them. */
  neighbours: Neighbours | null;
  /** Origin of the public link. */
  publicUrl: string;
  /** HTML by which other sites show the dream. */
  embed: string;
  /** Number of reports; shown to admins only. */
  reports: number;
  /**
   * Set for operators, who may moderate the dream; `owner` is null if the dream is their own. Null for everyone else.
   */
  operator: { owner: { id: string; email: string } | null } | null;
}

export default function Session({ session: initial, ...props }: SessionProps) {
  const { marks, changes, list, neighbours, publicUrl, embed, reports, operator } = props;
  const { session, fault, dismissFault, change } = useSession(initial);
  const failure = useActionFailure();
  const authenticating = useAuthenticating();
  const video = useRef<HTMLVideoElement>(null);
  const [time, setTime] = useState(0);
  const name = nameOf(session) || m.dreams_untitled();

  useEffect(() => {
    document.title = document.title.replace(/^.*(?= · )/, name);
  }, [name]);

  const playFrom = (seconds: number) => {
    const element = video.current;
    if (!element) return;
    element.currentTime = seconds;
    element.play().catch(() => undefined);
  };

  if (authenticating) {
    return (
      <p className="session-wait" role="status">
        {m.dreams_session_authenticating()}
      </p>
    );
  }
  return (
    <article className="session">
      {failure.text ? (
        <Banner text={failure.text} onDismiss={failure.dismiss} />
      ) : (
        fault && <Banner text={fault} onDismiss={dismissFault} />
      )}
      <SessionHeader
        session={session}
        list={list}
        neighbours={neighbours}
        onRenamed={(dream_name) => change({ dream_name })}
        onOpened={() => change({ shared: true })}
        report={failure.report}
      />
      {session.taken_down !== null && (
        <p className="notice" role="status">
          <FlagIcon />
          {takenDownText(session.taken_down)}
        </p>
      )}
      {reports > 0 && (
        <p className="notice session-reports" role="status">
          <FlagIcon />
          {m.dreams_session_reported({ count: reports })}
        </p>
      )}
      <div className="session-stage">
        {session.video_url ? (
          <Player
            ref={video}
            name={name}
            film={filmOf(session, session.video_url)}
            marks={marks}
            onTime={setTime}
          />
        ) : (
          <NoFilm>{session.server_status === 'PROCESSING' && <p>{m.dreams_player_compiling()}</p>}</NoFilm>
        )}
      </div>
      {session.video_url && (
        <SharePanel
          session={session}
          time={time}
          publicUrl={publicUrl}
          embed={embed}
          onChange={change}
          report={failure.report}
        />
      )}
      <Relatives session={session} />
      {session.is_owner && session.stream_end_time && session.stream_start_time && (
        <AgainPanel session={session} video={video} time={time} onChange={change} report={failure.report} />
      )}
      {session.rp_job_id && (
        <Transcript
          jobId={session.rp_job_id}
          marks={marks}
          changes={changes}
          startedAt={session.stream_start_time}
          time={session.video_url ? time : null}
          onSeek={session.video_url ? playFrom : null}
        />
      )}
      {operator && (
        <p className="session-operator">
          {operator.owner && (
            <>
              {m.dreams_session_operator_owner({
                email: operator.owner.email,
                owner: (words) => <a href={`/admin?view=users#${operator.owner?.id}`}>{words}</a>,
              })}{' '}
              ·{' '}
            </>
          )}
          <a href={`/admin?view=sessions#${session.session_id}`}>{m.dreams_session_operator_dashboard()}</a> ·{' '}
          <a href={`/admin?view=reports#${session.session_id}`}>
            {session.taken_down === null
              ? m.dreams_session_operator_close()
              : m.dreams_session_operator_reopen()}
          </a>
        </p>
      )}
    </article>
  );
}

import { type RefObject, useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { ScoreAnswer } from '../../modules/scores/contract/schemas.ts';
import { clockText } from '../ui/clock-text.ts';
import { PlayIcon, ScoreIcon, SkipIcon } from '../ui/icons.tsx';
import { useLater } from '../ui/use-later.ts';
import type { dreamAgain } from './dream-again.ts';
import { SessionSwitch } from './session-switch.tsx';

const loadDialog = () => import('./timeline-dialog.tsx');
const loadAgain = () => import('./dream-again.ts');

interface AgainPanelProps {
  session: SessionDetail;
  video: RefObject<HTMLVideoElement | null>;
  /** the player's position in seconds */
  time: number;
  onChange: (to: Partial<SessionDetail>) => void;
  report: (text: string) => void;
}

/** Repeating a dream, and continuing it from the moment in the player. */
export function AgainPanel({ session, video, time, onChange, report }: AgainPanelProps) {
  const [busy, setBusy] = useState(false);
  const [timeline, setTimeline] = useState<ScoreAnswer | null>(null);
  const TimelineDialog = useLater(timeline !== null, loadDialog);
  const { session_id: id } = session;

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      report(failureText(error, m.scores_again_failed()));
    }
    setBusy(false);
  }
  const again = (...call: Parameters<typeof dreamAgain>) =>
    run(async () => (await loadAgain()).dreamAgain(...call));
  const edit = async () => {
    setTimeline(await api<ScoreAnswer>('GET', `/api/sessions/${encodeURIComponent(id)}/score`));
  };
  return (
    <section className="card again" aria-labelledby="again-title">
      <h2 id="again-title">{m.scores_again_title()}</h2>
      <p className="score-hint">
        {session.is_ai || session.from_camera ? m.scores_again_hint_ai() : m.scores_again_hint()}
      </p>
      <div className="score-line">
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => void again({ session_id: id })}
        >
          <PlayIcon />
          {m.scores_again()}
        </button>
        {session.video_url && (
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void again({ session_id: id, from: time }, video.current)}
          >
            <SkipIcon />
            {m.scores_go_on_from({ time: clockText(time) })}
          </button>
        )}
        <button type="button" className="button button-quiet" disabled={busy} onClick={() => void run(edit)}>
          <ScoreIcon />
          {m.scores_edit_timeline()}
        </button>
      </div>
      {session.is_owner && (
        <SessionSwitch
          {...{ session, onChange, report }}
          name="remix"
          call="remix"
          label={m.scores_remix()}
          hint={session.remix ? m.scores_remix_on() : m.scores_remix_off()}
          failed={m.scores_failed()}
        />
      )}
      {TimelineDialog && timeline && (
        <TimelineDialog
          start={timeline.score}
          cut={timeline.cut === true}
          busy={busy}
          onPlay={(score) => void again({ session_id: id, score })}
          onClose={() => setTimeline(null)}
        />
      )}
    </section>
  );
}

/** The dream's parent and children. */
export function Relatives({ session: { again, parent, children } }: { session: SessionDetail }) {
  if (!again && children.length === 0) return null;
  const origin = parent && (
    <a href={parent.address} dir="auto">
      {parent.dream_name ?? m.dreams_untitled()}
    </a>
  );
  return (
    <p className="session-relatives">
      {again && (
        <span>
          {parent === null
            ? m.scores_parent_gone()
            : parent.seconds === null
              ? m.scores_repeats({ dream: () => origin })
              : (again === 'clip' ? m.scores_clip_of : m.scores_continues)({
                  dream: () => origin,
                  time: clockText(parent.seconds),
                })}
        </span>
      )}
      {children.length > 0 && (
        <span>
          {m.scores_children()}
          {m.kit_sentence_gap()}
          {children.map(({ session_id, dream_name }, index) => (
            <span key={session_id}>
              {index > 0 && ' · '}
              <a href={`/session?session_id=${encodeURIComponent(session_id)}`} dir="auto">
                {dream_name ?? m.dreams_untitled()}
              </a>
            </span>
          ))}
        </span>
      )}
    </p>
  );
}

import { m } from '../../../modules/kit/texts/m.ts';
import {
  ExpandIcon,
  PeopleIcon,
  ScoreIcon,
  ShareIcon,
  ShrinkIcon,
  SlidersIcon,
  StopIcon,
} from '../../ui/icons.tsx';

interface StreamActionsProps {
  canEnd: boolean;
  /** true once a frame that can be shared has been shown */
  canShare: boolean;
  settingsOpen: boolean;
  /** the stream fills the screen */
  immersed: boolean;
  onEnd: () => void;
  /** null for guests, who can't share */
  onShare: (() => void) | null;
  /** null for guests, who can't open their dream to an audience */
  onTogether: (() => void) | null;
  togetherOpen: boolean;
  watching: number;
  /** null for guests, who have no scores */
  onScore: (() => void) | null;
  scoreOpen: boolean;
  onSettings: () => void;
  onFullscreen: () => void;
}

/** The buttons next to the prompt field. */
export function StreamActions(props: StreamActionsProps) {
  const { canEnd, canShare, settingsOpen, immersed, onEnd, onShare, onSettings, onFullscreen } = props;
  const { onTogether, togetherOpen, watching, onScore, scoreOpen } = props;
  return (
    <div className="stream-actions">
      {/* Takes up its space even when disabled, so that its neighbours don't move under the user's finger. */}
      <button type="button" className="button end-button" disabled={!canEnd} onClick={onEnd}>
        <StopIcon />
        <span>{m.stream_action_end()}</span>
      </button>
      {onShare && (
        <button
          type="button"
          className="icon-button"
          aria-label={m.stream_action_share_label()}
          title={m.stream_action_share()}
          disabled={!canShare}
          onClick={onShare}
        >
          <ShareIcon />
        </button>
      )}
      {onTogether && (
        <button
          type="button"
          className="icon-button together-button"
          aria-label={
            watching > 0
              ? m.stream_together_action_count({ count: watching })
              : m.stream_together_action_label()
          }
          aria-expanded={togetherOpen}
          title={m.stream_together_action()}
          disabled={!canEnd}
          onClick={onTogether}
        >
          <PeopleIcon />
          {watching > 0 && (
            <span className="together-badge numbers" aria-hidden="true">
              {watching > 99 ? '99+' : watching}
            </span>
          )}
        </button>
      )}
      {onScore && (
        <button
          type="button"
          className="icon-button"
          aria-label={m.scores_open()}
          aria-expanded={scoreOpen}
          title={m.scores_title()}
          onClick={onScore}
        >
          <ScoreIcon />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={m.stream_action_settings_label()}
        aria-expanded={settingsOpen}
        title={m.stream_action_settings()}
        onClick={onSettings}
      >
        <SlidersIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={immersed ? m.stream_action_leave_fullscreen_label() : m.stream_action_fullscreen_label()}
        title={immersed ? m.stream_action_leave_fullscreen() : m.stream_action_fullscreen()}
        onClick={onFullscreen}
      >
        {immersed ? <ShrinkIcon /> : <ExpandIcon />}
      </button>
    </div>
  );
}

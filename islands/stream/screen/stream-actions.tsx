import { ExpandIcon, ShrinkIcon, SlidersIcon, StopIcon } from '../../ui/icons.tsx';

interface StreamActionsProps {
  canEnd: boolean;
  settingsOpen: boolean;
  /** the stream fills the screen */
  immersed: boolean;
  onEnd: () => void;
  onSettings: () => void;
  onFullscreen: () => void;
}

/** The buttons next to the prompt field. */
export function StreamActions(props: StreamActionsProps) {
  const { canEnd, settingsOpen, immersed, onEnd, onSettings, onFullscreen } = props;
  return (
    <div className="stream-actions">
      {/* Takes up its space even when disabled, so that its neighbours don't move under the user's finger. */}
      <button type="button" className="button end-button" disabled={!canEnd} onClick={onEnd}>
        <StopIcon />
        <span>End dream</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Stream settings"
        aria-expanded={settingsOpen}
        title="Settings (S)"
        onClick={onSettings}
      >
        <SlidersIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={immersed ? 'Leave fullscreen' : 'Fullscreen'}
        title={immersed ? 'Leave fullscreen (F)' : 'Fullscreen (F)'}
        onClick={onFullscreen}
      >
        {immersed ? <ShrinkIcon /> : <ExpandIcon />}
      </button>
    </div>
  );
}

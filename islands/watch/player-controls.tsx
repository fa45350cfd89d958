import type { ControlValue } from '../../modules/protocol/controls.ts';
import { Controls } from '../stream/settings/controls.tsx';
import type { WatchState } from './watch-state.ts';

interface PlayerControlsProps {
  state: WatchState;
  onTurn: (name: string, value: ControlValue) => void;
}

/** Settings of the picture that a player may change. */
export default function PlayerControls({ state, onTurn }: PlayerControlsProps) {
  return (
    <div className="watch-controls">
      <Controls sessionId={null} state={state.controls} begun disabled={!state.open} onTurn={onTurn} />
    </div>
  );
}

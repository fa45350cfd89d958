import { useRef, useState } from 'react';
import type { ControlValue } from '../../modules/protocol/controls.ts';
import { Controls } from '../stream/settings/controls.tsx';
import { axesOf, SteerButtons } from '../stream/steering/steer-buttons.tsx';
import { SteerPad } from '../stream/steering/steer-pad.tsx';
import type { WatchState } from './watch-state.ts';

interface PlayerControlsProps {
  state: WatchState;
  onTurn: (name: string, value: ControlValue) => void;
}

/** Steering and settings of the picture, for players. */
export default function PlayerControls({ state, onTurn }: PlayerControlsProps) {
  const axes = axesOf(state.controls.declared);
  const [steered, setSteered] = useState<string | null>(null);
  const hasLeft = useRef(false);
  const control = axes.find(({ name }) => name === steered);
  const ready = state.open && state.hasFrame && state.place === 'live';
  return (
    <div className="watch-controls">
      {control ? (
        <SteerPad
          key={JSON.stringify(control)}
          control={control}
          ready={ready}
          send={(value) => onTurn(control.name, value)}
          onLeave={() => {
            hasLeft.current = true;
            setSteered(null);
          }}
        />
      ) : (
        <SteerButtons {...{ axes, ready, hasLeft }} onSteer={setSteered} />
      )}
      <Controls sessionId={null} state={state.controls} begun disabled={!state.open} onTurn={onTurn} />
    </div>
  );
}

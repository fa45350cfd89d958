import { useRef, useState } from 'react';
import { axesOf, SteerButtons } from '../steering/steer-buttons.tsx';
import { SteerPad } from '../steering/steer-pad.tsx';
import { Rewind, type RewindProps } from './rewind.tsx';

/** Below a live picture: the way back, or everything to steer with. */
export default function LiveRow({ state, controller, guest }: Omit<RewindProps, 'children'>) {
  const { phase, hasFrame, rewound } = state;
  const axes = axesOf(state.controls.declared);
  const [name, setName] = useState<string | null>(null);
  const hasLeft = useRef(false);
  const control = axes.find((one) => one.name === name);
  const ready = phase === 'ready' && hasFrame;
  if (control)
    return (
      <SteerPad
        // Another generator may declare another one.
        key={JSON.stringify(control)}
        control={control}
        ready={ready && !rewound}
        send={(value) => controller.send({ type: 'control', name: control.name, value })}
        onEvent={controller.onEvent}
        onLeave={() => {
          hasLeft.current = true;
          setName(null);
        }}
      />
    );
  return (
    <Rewind {...{ state, controller, guest }}>
      {axes.length > 0 && !rewound && <SteerButtons {...{ axes, ready, hasLeft }} onSteer={setName} />}
    </Rewind>
  );
}

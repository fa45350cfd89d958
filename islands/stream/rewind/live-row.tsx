import { useRef, useState } from 'react';
import { useLater } from '../../ui/use-later.ts';
import { axesOf, SteerButtons } from '../steering/steer-buttons.tsx';
import { Rewind, type RewindProps } from './rewind.tsx';

const loadPad = () => import('../steering/steer-pad.tsx');

/** Below a live picture: the way back, or everything to steer with. */
export default function LiveRow({ state, controller, guest }: Omit<RewindProps, 'children'>) {
  const { phase, hasFrame, rewound } = state;
  const axes = axesOf(state.controls.declared);
  const [name, setName] = useState<string | null>(null);
  const hasLeft = useRef(false);
  const control = axes.find((one) => one.name === name);
  const Pad = useLater(control !== undefined, loadPad, axes.length > 0);
  const ready = phase === 'ready' && hasFrame;
  if (control && Pad)
    return (
      <Pad
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

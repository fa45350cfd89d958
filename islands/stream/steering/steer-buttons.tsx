import { type RefObject, useEffect, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { AxesControl, Control } from '../../../modules/protocol/controls.ts';
import { PadIcon } from './icons.tsx';

export const axesOf = (controls: readonly Control[]): AxesControl[] =>
  controls.filter((control): control is AxesControl => control.kind === 'axes');

interface SteerButtonsProps {
  axes: readonly AxesControl[];
  ready: boolean;
  /** true just after the person has left the mode, which gives the focus back */
  hasLeft: RefObject<boolean>;
  onSteer: (name: string) => void;
}

/** A button for each control of kind `axes`. */
export function SteerButtons({ axes, ready, hasLeft, onSteer }: SteerButtonsProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasLeft.current) first.current?.focus();
    hasLeft.current = false;
  }, [hasLeft]);
  return axes.map(({ name, label }, index) => (
    <button
      key={name}
      ref={index === 0 ? first : undefined}
      type="button"
      className="button button-quiet steer-open"
      title={label}
      disabled={!ready}
      onClick={() => onSteer(name)}
    >
      <PadIcon />
      <span>{axes.length > 1 ? label : m.stream_steering_open()}</span>
    </button>
  ));
}

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../../modules/protocol/format.ts';

/** Percentage of the hidden width that an arrow key scrolls by. */
const STEP = 10;

interface StageCanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** the frame fills the height, and dragging reveals what is cut off at the sides */
  filling: boolean;
}

/**
 * The stream's canvas. In a portrait window it can be wider than the window; drag it or use the arrow keys to look
 * around.
 */
export function StageCanvas({ canvas, filling }: StageCanvasProps) {
  /** scroll position in percent, from left to right */
  const at = useRef(50);
  const look = (to: number) => {
    at.current = Math.min(100, Math.max(0, to));
    canvas.current?.style.setProperty('--look', `${at.current}%`);
  };
  const onPointerMove = ({
    movementX,
    buttons,
    currentTarget: { width, height, clientWidth, clientHeight },
  }: PointerEvent<HTMLCanvasElement>) => {
    const hidden = (clientHeight * width) / height - clientWidth;
    if (buttons === 0 || hidden <= 0) return;
    look(at.current - (movementX / hidden) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    look(at.current + step);
  };
  const lookAround = filling && {
    tabIndex: 0,
    'aria-description': m.stream_canvas_look_around(),
    onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove,
    onKeyDown,
  };
  return (
    <canvas
      ref={canvas}
      width={FRAME_WIDTH}
      height={FRAME_HEIGHT}
      aria-label={m.stream_canvas_label()}
      role="img"
      {...lookAround}
    />
  );
}

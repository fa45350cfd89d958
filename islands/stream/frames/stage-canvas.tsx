import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../../modules/protocol/format.ts';

/** Share of the hidden width that an arrow key scrolls by. */
const STEP = 0.1;

interface StageCanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** the frame fills the height; the hidden sides come into view by themselves, or by dragging */
  filling: boolean;
}

/**
 * The stream's canvas. In a portrait window it can be wider than the window: it moves slowly from side to side until
 * the user drags it or uses the arrow keys.
 */
export function StageCanvas({ canvas, filling }: StageCanvasProps) {
  const onPointerMove = ({ movementX, buttons, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons !== 0) scroll(currentTarget, -movementX);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    scroll(event.currentTarget, step * hiddenWidth(event.currentTarget));
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

/** px of the canvas that the window cuts off */
const hiddenWidth = (canvas: HTMLCanvasElement) =>
  canvas.offsetWidth - (canvas.parentElement?.clientWidth ?? canvas.offsetWidth);

/** Moves by px from where the canvas is now, and stops its own movement. */
function scroll(canvas: HTMLCanvasElement, by: number) {
  const hidden = hiddenWidth(canvas);
  if (hidden <= 0) return;
  const left = -new DOMMatrix(getComputedStyle(canvas).transform).m41;
  canvas.dataset.looking = '';
  canvas.style.setProperty('--look', String(Math.min(1, Math.max(0, (left + by) / hidden))));
}

import type { PointerEvent, RefObject } from 'react';
import { GripIcon } from './order-icons.tsx';

interface DragHandleProps {
  row: RefObject<HTMLLIElement | null>;
  className: string;
  label: string;
  /** Called while dragging, with the index of the row under the pointer. */
  onMove: (to: number) => void;
  /** Called when the drag ends. */
  onDrop?: () => void;
}

/** Moves its row with mouse, pen or finger. The buttons next to it do the same for keyboards. */
export function DragHandle({ row, className, label, onMove, onDrop }: DragHandleProps) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const own = row.current;
    const rows = [...(own?.parentElement?.children ?? [])];
    const over = rows.findIndex((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    const from = own ? rows.indexOf(own) : -1;
    if (over < 0 || over === from) return;
    // A taller neighbour would otherwise swap back and forth under the pointer.
    const { top, bottom } = (rows[over] as Element).getBoundingClientRect();
    const isPast = over > from ? event.clientY > (top + bottom) / 2 : event.clientY < (top + bottom) / 2;
    if (isPast) onMove(over);
  };
  return (
    <span
      className={className}
      title={label}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onLostPointerCapture={onDrop}
    >
      <GripIcon />
    </span>
  );
}

import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { CloseIcon } from '../../ui/icons.tsx';

interface SidePanelProps {
  title: string;
  /** label of the button that closes it */
  closeLabel: string;
  className?: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel next to the stream that doesn't cover it. */
export function SidePanel({ title, closeLabel, className = '', open, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  useFocusWithin(panel, open);
  useEscape(open, onClose);
  return (
    <aside
      ref={panel}
      className={`settings-panel ${className}`}
      data-open={open}
      inert={!open}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      {children}
    </aside>
  );
}

/** Closes on Escape from anywhere, after any dialog or menu on top has been closed. */
function useEscape(open: boolean, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open], :popover-open')) close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}

/** Moves focus into the panel when it opens and back when it closes, unless the user has moved it elsewhere. */
function useFocusWithin(panel: RefObject<HTMLElement | null>, open: boolean) {
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement as HTMLElement | null;
    const element = panel.current;
    element?.focus({ preventScroll: true });
    return () => {
      const { activeElement, body } = document;
      if (activeElement !== body && !element?.contains(activeElement)) return;
      before?.focus({ preventScroll: true });
    };
  }, [panel, open]);
}

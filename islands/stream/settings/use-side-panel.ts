import { useEffect, useRef } from 'react';

/** Focus and Escape of a panel next to the stream. */
export function useSidePanel(
  panel: React.RefObject<HTMLElement | null>,
  open: boolean,
  onClose: () => void,
): void {
  useFocusWithin(panel, open);
  useEscape(open, onClose);
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
function useFocusWithin(panel: React.RefObject<HTMLElement | null>, open: boolean) {
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

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  title: string;
  className?: string;
  /** Otherwise the first control gets the focus. */
  focusesTitle?: boolean;
  /** Called before Escape closes the dialog; false keeps it open. */
  mayClose?: () => boolean | Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is open while rendered; the browser traps and restores the focus. */
export function Modal(props: ModalProps) {
  const { title, className = '', focusesTitle = false, mayClose, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (focusesTitle) element?.querySelector('h2')?.focus();
    return () => element?.close();
  }, [focusesTitle]);
  async function leave() {
    if (!mayClose || (await mayClose())) onClose();
    // Browsers ignore a second cancel in a row, so the dialog may already be closed.
    else if (!dialog.current?.open) dialog.current?.showModal();
  }
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onClose={leave}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <h2 id={titleId} tabIndex={focusesTitle ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

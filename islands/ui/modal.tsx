import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  title: string;
  className?: string;
  /** asked before Escape closes it; a no leaves it open */
  mayClose?: () => boolean | Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is open for as long as it is rendered; the platform traps the focus and gives it back. */
export function Modal({ title, className = '', mayClose, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  async function leave() {
    if (!mayClose || (await mayClose())) onClose();
    // A browser lets nobody refuse twice in a row: it has closed the dialog already.
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
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  title: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is open for as long as it is rendered; the platform traps the focus and gives it back. */
export function Modal({ title, className = '', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

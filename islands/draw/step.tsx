import type { ReactNode } from 'react';
import { AlertIcon, CheckIcon } from '../ui/icons.tsx';

export function Step({
  title,
  done,
  fault,
  children,
}: {
  title: string;
  done: boolean;
  fault?: string | null;
  children: ReactNode;
}) {
  return (
    <li className="card draw-step" data-done={done}>
      <h2>
        {title}
        {done && <CheckIcon />}
      </h2>
      {children}
      {fault && (
        <div className="notice" role="alert">
          <AlertIcon />
          <p>{fault}</p>
        </div>
      )}
    </li>
  );
}

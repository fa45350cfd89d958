import type { ReactNode } from 'react';

interface QuietPageProps {
  title: string;
  children: ReactNode;
}

/** A short message under a small moon, in the middle of an otherwise empty page. */
export function QuietPage({ title, children }: QuietPageProps) {
  return (
    <section className="quiet">
      <span className="quiet-moon" aria-hidden="true" />
      <h1>{title}</h1>
      {children}
    </section>
  );
}

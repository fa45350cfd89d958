import type { ReactNode } from 'react';

interface QuietPageProps {
  title: string;
  children: ReactNode;
}

/** A page with a short message under a small moon. */
export function QuietPage({ title, children }: QuietPageProps) {
  return (
    <section className="quiet">
      <span className="quiet-moon" aria-hidden="true" />
      <h1>{title}</h1>
      {children}
    </section>
  );
}

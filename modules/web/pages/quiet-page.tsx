import type { ReactNode } from 'react';

interface QuietPageProps {
  title: string;
  /** an image by the painter, from public/; a small moon without one */
  scene?: 'lost' | 'closed' | 'done' | 'road' | 'home';
  children: ReactNode;
}

/** A page with a short message. */
export function QuietPage({ title, scene, children }: QuietPageProps) {
  return (
    <section className="quiet">
      {scene ? (
        <img className="quiet-scene" src={`/scene-${scene}.webp`} alt="" width={420} height={236} />
      ) : (
        <span className="quiet-moon" aria-hidden="true" />
      )}
      <h1>{title}</h1>
      {children}
    </section>
  );
}

import { type ComponentType, createElement, useEffect, useState } from 'react';
import { Boundary } from './ui/boundary.tsx';

interface IslandRootProps {
  component: ComponentType<object>;
  props: object;
  onHydrated?: () => void;
}

/** The root of every island; the same on server and client, so that generated ids match. */
export function IslandRoot({ component, props, onHydrated }: IslandRootProps) {
  return (
    <>
      <Boundary fallback={<Stopped />}>{createElement(component, props)}</Boundary>
      <Ready onReady={onHydrated} />
    </>
  );
}

/** Calls `onReady` once the changes of the island's first effects are rendered. */
function Ready({ onReady }: { onReady: (() => void) | undefined }) {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (settled) onReady?.();
    else setSettled(true);
  }, [settled, onReady]);
  return null;
}

/** Shown in place of an island that crashed or whose script failed to load. */
export function Stopped() {
  return (
    <section className="quiet island-stopped" role="alert">
      <span className="quiet-moon" aria-hidden="true" />
      <h2>This part of the page has stopped</h2>
      <p>Something in it failed. What was saved is safe: load the page again to go on.</p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        Reload Page
      </button>
    </section>
  );
}

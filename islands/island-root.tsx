import { type ComponentType, createElement, useEffect, useState } from 'react';
import { m } from '../modules/kit/texts/m.ts';
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
      <h2>{m.web_stopped_title()}</h2>
      <p>{m.web_stopped_text()}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty one reloads the page, also without script */}
      <a className="button button-primary" href="">
        {m.web_stopped_reload()}
      </a>
    </section>
  );
}

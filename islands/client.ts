import { createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { bearTranslation } from './browser/translated-page.ts';
import { IslandRoot } from './island-root.tsx';
import { type IslandName, loadIsland } from './registry.ts';

declare global {
  /** Buttons pressed before their island was hydrated; filled by modules/web/island-script.ts. */
  var earlyPresses: Set<HTMLElement>;
  var stopIsland: (element: HTMLElement) => void;
}

const elements = document.querySelectorAll<HTMLElement>('[data-island]');
bearTranslation(elements);
for (const element of elements) {
  if (element.dataset.until === 'visible') hydrateWhenVisible(element);
  else hydrate(element);
}

async function hydrate(element: HTMLElement) {
  const name = element.dataset.island as IslandName;
  const props = JSON.parse(document.getElementById(`${element.id}props`)?.textContent ?? '{}');
  const component = await loadIsland(name).catch((error) => {
    console.error(`The script of “${name}” did not come.`, error);
    return null;
  });
  if (!component) return stopIsland(element);
  element.dataset.status = 'imported';
  const onHydrated = () => {
    element.dataset.status = 'hydrated';
    for (const pressed of earlyPresses) if (element.contains(pressed)) pressed.click();
  };
  // A transition keeps the page responsive during hydration.
  startTransition(() => {
    hydrateRoot(element, createElement(IslandRoot, { component, props, onHydrated }), {
      identifierPrefix: element.id,
    });
  });
}

function hydrateWhenVisible(element: HTMLElement) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      hydrate(element);
    },
    { rootMargin: '200px' },
  );
  observer.observe(element);
}

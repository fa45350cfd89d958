import { AsyncLocalStorage } from 'node:async_hooks';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { IslandRoot, Stopped } from '../../islands/island-root.tsx';
import { type IslandName, type IslandProps, loadIsland, registry } from '../../islands/registry.ts';
import { serializeProps } from './serialize.ts';

interface Found {
  name: IslandName;
  id: string;
  props: object;
  marker: string;
  priority: Priority;
}

/** `immediate`: loads after the first paint. `visible`: hydrates when it scrolls near. */
type Priority = 'immediate' | 'visible';

interface RenderScope {
  /** Unguessable, so that no text on the page can imitate a marker. */
  key: string;
  islands: Found[];
  scripts: Set<string>;
  next: IslandName | null;
}

/** Islands and scripts requested while rendering one page. */
const renderScope = new AsyncLocalStorage<RenderScope>();

interface Props<Name extends IslandName> {
  name: Name;
  props: IslandProps<Name>;
  /** default: `immediate` */
  priority?: Priority;
}

/**
 * A part of a page that is hydrated in the browser. It renders a marker that `renderWithIslands` replaces with the
 * island's HTML. Each island is rendered as a separate root; inside the page's tree, its generated ids would not match
 * at hydration.
 */
export function Island<Name extends IslandName>({ name, props, priority = 'immediate' }: Props<Name>) {
  const scope = renderScope.getStore();
  if (!scope) throw new Error(`<Island name="${name}"> works only inside a page given to renderPage().`);
  if (!Object.hasOwn(registry, name)) {
    throw new Error(
      `There is no island called "${name}". Known are ${Object.keys(registry).join(', ')}: add it to islands/registry.ts or correct the name.`,
    );
  }
  const id = `i${scope.islands.length}-`;
  const marker = `<!--${scope.key}${id}-->`;
  scope.islands.push({ name, id, props: props as object, marker, priority });
  return (
    <>
      <div
        id={id}
        data-island={name}
        data-status="identified"
        data-until={priority === 'visible' ? 'visible' : undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the marker is ours, and React's HTML takes its place
        dangerouslySetInnerHTML={{ __html: marker }}
      />
      <script
        type="application/json"
        id={`${id}props`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: serializeProps escapes what could end the element
        dangerouslySetInnerHTML={{ __html: serializeProps(name, props) }}
      />
    </>
  );
}

/** Adds one of the small plain scripts to this page. */
export function PageScript({
  name,
}: {
  name: 'await-film' | 'copy' | 'download' | 'passkey' | 'promo' | 'settings' | 'success' | 'tokens';
}) {
  renderScope.getStore()?.scripts.add(name);
  return null;
}

/** Names the island of the page that visitors open next; `islands/page/promo.ts` fetches its files ahead. */
export function NextIsland({ name }: { name: IslandName }) {
  const scope = renderScope.getStore();
  if (scope) scope.next = name;
  return null;
}

export interface Rendered {
  html: string;
  islands: { name: IslandName; priority: Priority }[];
  scripts: string[];
  next: IslandName | null;
}

const components = new Map<IslandName, Awaited<ReturnType<typeof loadIsland>>>();

export async function renderWithIslands(page: ReactElement): Promise<Rendered> {
  const scope: RenderScope = { key: crypto.randomUUID(), islands: [], scripts: new Set(), next: null };
  let html = renderScope.run(scope, () => renderToStaticMarkup(page));
  for (const island of scope.islands) {
    // Even importing a loaded module takes a hundredth of a page's time.
    const component = components.get(island.name) ?? (await loadIsland(island.name));
    components.set(island.name, component);
    const content = renderToString(createElement(IslandRoot, { component, props: island.props }), {
      identifierPrefix: island.id,
    });
    html = html.replace(island.marker, () => content);
  }
  if (scope.islands.length > 0)
    html += `<template id="stopped">${renderToStaticMarkup(<Stopped />)}</template>`;
  return {
    html,
    islands: scope.islands.map(({ name, priority }) => ({ name, priority })),
    scripts: [...scope.scripts],
    next: scope.next,
  };
}

import type { ComponentType } from 'react';

/**
 * All islands by name: module `islands/<name>/<name>.tsx` with the component as its default export. Each import becomes
 * a chunk.
 */
export const registry = {
  admin: () => import('./admin/admin.tsx'),
  check: () => import('./check/check.tsx'),
  checkout: () => import('./checkout/checkout.tsx'),
  collections: () => import('./collections/collections.tsx'),
  dreamboard: () => import('./dreamboard/dreamboard.tsx'),
  draw: () => import('./draw/draw.tsx'),
  'help-chat': () => import('./help-chat/help-chat.tsx'),
  session: () => import('./session/session.tsx'),
  shared: () => import('./shared/shared.tsx'),
  stream: () => import('./stream/stream.tsx'),
  trash: () => import('./trash/trash.tsx'),
  watch: () => import('./watch/watch.tsx'),
};

export type IslandName = keyof typeof registry;

export type IslandProps<Name extends IslandName> =
  Awaited<ReturnType<(typeof registry)[Name]>>['default'] extends ComponentType<infer Props> ? Props : never;

/** An island's component without its prop types, for code that handles all islands alike. */
export async function loadIsland(name: IslandName): Promise<ComponentType<object>> {
  return (await registry[name]()).default as ComponentType<object>;
}

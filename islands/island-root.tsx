import { type ComponentType, createElement, useEffect } from 'react';

interface IslandRootProps {
  component: ComponentType<object>;
  props: object;
  onHydrated?: () => void;
}

/** The root of every island, the same on the server and in the browser so that generated ids agree. */
export function IslandRoot({ component, props, onHydrated }: IslandRootProps) {
  useEffect(() => onHydrated?.(), [onHydrated]);
  return createElement(component, props);
}

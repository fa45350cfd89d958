/** Known before the painter is loaded. */
export const PAINTER_FACTS = { isExact: true, softSeconds: 30, hasSound: true } as const;

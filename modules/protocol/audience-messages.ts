import type { z } from 'zod';
import type { audienceEvents } from './viewer-events.ts';

export type { WatcherRole } from './watcher-roles.ts';

/** Shown as symbols, in this order (`islands/watch/reactions.tsx`). */
export const REACTIONS = 5;

/** The relay's messages about an audience: to its watchers, to the dreamer, or both. */
export type AudienceEvent = z.output<(typeof audienceEvents)[number]>;

/** A suggestion in a vote. */
export type Candidate = Extract<AudienceEvent, { type: 'ballot' }>['candidates'][number];

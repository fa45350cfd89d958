import type { ReactNode } from 'react';
import useSWR from 'swr';
import { nameOf } from '../../modules/dreams/contract/names.ts';
import type { Neighbour, Neighbours } from '../../modules/dreams/contract/schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { useKeys } from '../ui/use-keys.ts';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';

interface NeighbourLinksProps {
  id: string;
  /** Search, filters and order of the list, as a query string; empty for all dreams, newest first. */
  list: string;
  /** Null if they must be fetched. */
  initial: Neighbours | null;
}

/** Links to the previous and next dream on the board; the [ and ] keys do the same. */
export function NeighbourLinks({ id, list, initial }: NeighbourLinksProps) {
  const { data } = useSWR(
    `/api/sessions/${encodeURIComponent(id)}/neighbours?${list}`,
    (address: string) => api<Neighbours>('GET', address),
    {
      ...(initial && { fallbackData: initial }),
      revalidateOnMount: initial === null,
      shouldRetryOnError: false,
    },
  );
  const addressOf = (dream: Neighbour | null | undefined) =>
    dream ? `/session?${new URLSearchParams({ session_id: dream.session_id })}${list && `&${list}`}` : null;
  const [previous, next] = [addressOf(data?.previous), addressOf(data?.next)];
  useKeys({
    '[': () => previous && location.assign(previous),
    ']': () => next && location.assign(next),
  });
  if (!previous && !next) return null;
  return (
    <nav className="session-neighbours" aria-label={m.dreams_session_neighbours()}>
      <NeighbourLink texts={PREVIOUS} shortcut="[" dream={data?.previous} href={previous}>
        <ChevronLeftIcon />
      </NeighbourLink>
      <NeighbourLink texts={NEXT} shortcut="]" dream={data?.next} href={next}>
        <ChevronRightIcon />
      </NeighbourLink>
    </nav>
  );
}

const PREVIOUS = { bare: m.dreams_session_previous, named: m.dreams_session_previous_named } as const;
const NEXT = { bare: m.dreams_session_next, named: m.dreams_session_next_named } as const;

interface NeighbourLinkProps {
  texts: typeof PREVIOUS | typeof NEXT;
  shortcut: string;
  dream: Neighbour | null | undefined;
  href: string | null;
  children: ReactNode;
}

/** Stays in place at either end of the board, so that the other link doesn't move under a finger. */
function NeighbourLink({ texts, shortcut, dream, href, children }: NeighbourLinkProps) {
  if (!dream || !href) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link has no href
      <a className="icon-button" role="link" aria-disabled="true" aria-label={texts.bare()}>
        {children}
      </a>
    );
  }
  const label = texts.named({ name: nameOf(dream) || m.dreams_untitled() });
  return (
    <a
      className="icon-button"
      href={href}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={m.dreams_session_shortcut({ label, key: shortcut })}
    >
      {children}
    </a>
  );
}

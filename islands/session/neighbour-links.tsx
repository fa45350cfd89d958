import type { ReactNode } from 'react';
import useSWR from 'swr';
import type { Neighbour, Neighbours } from '../../modules/dreams/schemas.ts';
import { nameOf } from '../../modules/dreams/shared/sort.ts';
import { api } from '../browser/api.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx';
import { useKeys } from '../ui/use-keys.ts';

interface NeighbourLinksProps {
  id: string;
  /** which of the person's dreams are listed and how, as a query; empty for all, the newest first */
  list: string;
  /** null: to be asked for */
  initial: Neighbours | null;
}

/** The way to the dreams beside this one on the board, by click and by the keys [ and ]. */
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
    <nav className="session-neighbours" aria-label="Dreams beside this one">
      <NeighbourLink label="Previous dream" shortcut="[" dream={data?.previous} href={previous}>
        <ChevronLeftIcon />
      </NeighbourLink>
      <NeighbourLink label="Next dream" shortcut="]" dream={data?.next} href={next}>
        <ChevronRightIcon />
      </NeighbourLink>
    </nav>
  );
}

interface NeighbourLinkProps {
  label: string;
  shortcut: string;
  dream: Neighbour | null | undefined;
  href: string | null;
  children: ReactNode;
}

/** Keeps its place at the end of the board, so that the other one does not move under a finger. */
function NeighbourLink({ label, shortcut, dream, href, children }: NeighbourLinkProps) {
  if (!dream || !href) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere, which has no address
      <a className="icon-button" role="link" aria-disabled="true" aria-label={label}>
        {children}
      </a>
    );
  }
  const name = `${label}: ${nameOf(dream) || 'untitled'}`;
  return (
    <a
      className="icon-button"
      href={href}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      title={`${name} (${shortcut})`}
    >
      {children}
    </a>
  );
}

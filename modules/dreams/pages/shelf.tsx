import type { ReactNode } from 'react';
import { clockText } from '../../../islands/ui/clock-text.ts';
import { DreamIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import { PAGE } from '../collections/page-of.ts';
import { nameOf } from '../contract/names.ts';
import { linkPath } from '../contract/short-link.ts';

/** A dream that anyone may watch. */
export interface ShelvedDream {
  id: string;
  name: string | null;
  thumbnailKey: string | null;
  durationMs: number | null;
}

interface ShelfPageProps {
  title: string;
  appName: string;
  /** One more than fits if there are more. */
  dreams: readonly ShelvedDream[];
  /** Number of the page. */
  at: number;
  path: string;
  /** Above the dreams. */
  intro?: ReactNode;
  /** Below them. */
  foot?: ReactNode;
}

/** A public page with the shared dreams of one person. */
export function ShelfPage({ title, appName, dreams, at, path, intro, foot }: ShelfPageProps) {
  return (
    <article className="shelf">
      <header className="shelf-head">
        <h1 dir="auto">{title}</h1>
        {intro}
        <p className="shelf-made">{m.dreams_shared_made_with({ app: appName })}</p>
      </header>
      {dreams.length === 0 ? (
        <p className="shelf-empty">{m.dreams_shelf_empty()}</p>
      ) : (
        <ul className="shelf-dreams">
          {dreams.slice(0, PAGE).map((dream) => (
            <ShelvedTile key={dream.id} dream={dream} />
          ))}
        </ul>
      )}
      {(at > 1 || dreams.length > PAGE) && (
        <nav className="shelf-pages" aria-label={m.dreams_shelf_pages()}>
          {at > 1 && (
            <a className="button" rel="prev" href={`${path}?page=${at - 1}`}>
              {m.dreams_shelf_previous()}
            </a>
          )}
          {dreams.length > PAGE && (
            <a className="button" rel="next" href={`${path}?page=${at + 1}`}>
              {m.dreams_shelf_next()}
            </a>
          )}
        </nav>
      )}
      {foot}
    </article>
  );
}

function ShelvedTile({ dream: { id, name, thumbnailKey, durationMs } }: { dream: ShelvedDream }) {
  return (
    <li>
      <a href={linkPath(id)}>
        <span className="thumbnail thumbnail-dark">
          <DreamIcon />
          {thumbnailKey && (
            <img
              src={`/api/d/${id}.jpg?size=small`}
              alt=""
              width={440}
              height={248}
              loading="lazy"
              decoding="async"
            />
          )}
          {durationMs !== null && (
            <span className="shelf-length numbers">{clockText(durationMs / 1000)}</span>
          )}
        </span>
        <strong dir="auto">{nameOf({ dream_name: name }) || m.dreams_untitled()}</strong>
      </a>
    </li>
  );
}

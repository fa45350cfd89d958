import { useState } from 'react';
import type { Collection } from '../../modules/dreams/contract/collection-schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { ArrowLeftIcon, LinkIcon } from '../ui/icons.tsx';
import { NewCollection } from '../ui/new-collection.tsx';

export function CollectionList({ first }: { first: Collection[] }) {
  const [collections, setCollections] = useState(first);
  return (
    <>
      <a className="button" href="/dreamboard">
        <ArrowLeftIcon />
        {m.dreams_board_title()}
      </a>
      <header className="collections-head">
        <h1>{m.dreams_collections_title()}</h1>
      </header>
      <p className="list-note">{m.dreams_collections_note()}</p>
      <NewCollection
        onCreated={(made) =>
          setCollections((all) => [...all, made].sort((one, other) => one.name.localeCompare(other.name)))
        }
      />
      {collections.length === 0 ? (
        <p className="list-empty">{m.dreams_collections_empty()}</p>
      ) : (
        <ul className="collections-list">
          {collections.map(({ id, name, count, share_path }) => (
            <li key={id}>
              <a className="collections-row" href={`/collections?id=${encodeURIComponent(id)}`}>
                <strong dir="auto">{name}</strong>
                {share_path && (
                  <span className="collections-shared" title={m.dreams_collection_is_shared()}>
                    <LinkIcon />
                    <span className="visually-hidden">{m.dreams_collection_is_shared()}</span>
                  </span>
                )}
                <span className="numbers">{m.dreams_collection_count({ count })}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

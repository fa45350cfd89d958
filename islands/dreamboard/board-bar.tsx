import type { ReactNode } from 'react';
import { SORTS, type Sort } from '../../modules/dreams/shared/sort.ts';
import { PlayIcon, PlusIcon, SearchIcon, SelectIcon, TrashIcon } from '../ui/icons.tsx';

interface BoardBarProps {
  active: boolean;
  /** there is nothing yet to sort, search or select */
  bare: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  words: string;
  onWords: (words: string) => void;
  onSelect: () => void;
  primary: boolean;
  /** to jump to a month, where there are several */
  months: ReactNode;
  filter: ReactNode;
}

export function BoardBar(props: BoardBarProps) {
  const { active, bare, sort, onSort, words, onWords, onSelect, primary } = props;
  return (
    <div className="board-bar">
      <h1>Dreamboard</h1>
      {!bare && (
        <>
          <search className="board-search">
            <label>
              <span className="visually-hidden">Search your dreams</span>
              <SearchIcon />
              <input
                type="search"
                placeholder="Names, words or dates"
                value={words}
                maxLength={200}
                enterKeyHint="search"
                dir="auto"
                onChange={(event) => onWords(event.target.value)}
              />
            </label>
          </search>
          <label className="sort">
            <span className="visually-hidden">Sort dreams</span>
            <select value={sort} onChange={(event) => onSort(event.target.value as Sort)}>
              {Object.entries(SORTS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {props.months}
          {props.filter}
          <button
            type="button"
            className="icon-button"
            aria-label="Select dreams"
            title="Select dreams"
            onClick={onSelect}
          >
            <SelectIcon />
          </button>
        </>
      )}
      <a className="icon-button" href="/trash" aria-label="Trash" title="Trash">
        <TrashIcon />
      </a>
      <a className={primary ? 'button button-primary' : 'button'} href="/stream">
        {active ? <PlayIcon /> : <PlusIcon />}
        {active ? 'Continue Session' : 'New Dream'}
      </a>
    </div>
  );
}

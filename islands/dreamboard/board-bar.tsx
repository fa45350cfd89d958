import { type ReactNode, useRef } from 'react';
import { type Narrowing, narrowingParams } from '../../modules/dreams/contract/narrowing.ts';
import { SORTS, type Sort } from '../../modules/dreams/contract/sort.ts';
import { PlayIcon, PlusIcon, SearchIcon, SelectIcon, TrashIcon } from '../ui/icons.tsx';
import { useEarlyValue } from './use-early-value.ts';

interface BoardBarProps {
  active: boolean;
  /** No dreams yet, so nothing to sort, search or select. */
  bare: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  words: string;
  onWords: (words: string) => void;
  narrowing: Narrowing;
  onSelect: () => void;
  primary: boolean;
  /** Month picker, if there are several months. */
  months: ReactNode;
  filter: ReactNode;
}

export function BoardBar(props: BoardBarProps) {
  const { active, bare, sort, onSort, words, onWords, onSelect, primary } = props;
  const field = useRef<HTMLInputElement>(null);
  const order = useRef<HTMLSelectElement>(null);
  useEarlyValue(field, words, onWords);
  useEarlyValue(order, sort, (value) => onSort(value as Sort));
  return (
    <div className="board-bar" data-active={active || undefined}>
      <h1>Dreamboard</h1>
      {!bare && (
        <>
          <search className="board-search">
            {/* A plain form, so that search works before the script has loaded. */}
            <form action="/dreamboard" onSubmit={(event) => event.preventDefault()}>
              {narrowingParams(props.narrowing).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <label>
                <span className="visually-hidden">Search your dreams</span>
                <SearchIcon />
                <input
                  ref={field}
                  type="search"
                  name="q"
                  placeholder="Names, words or dates"
                  value={words}
                  maxLength={200}
                  enterKeyHint="search"
                  dir="auto"
                  onChange={(event) => onWords(event.target.value)}
                />
              </label>
            </form>
          </search>
          <label className="sort">
            <span className="visually-hidden">Sort dreams</span>
            <select ref={order} value={sort} onChange={(event) => onSort(event.target.value as Sort)}>
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

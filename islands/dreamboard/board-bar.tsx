import { type ReactNode, useRef } from 'react';
import { SORTS } from '../../modules/dreams/contract/limits.ts';
import { type Narrowing, narrowingParams } from '../../modules/dreams/contract/narrowing.ts';
import type { Sort } from '../../modules/dreams/contract/sort.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { PlayIcon, PlusIcon, SearchIcon, SelectIcon, TrashIcon } from '../ui/icons.tsx';
import { useEarlyValue } from './use-early-value.ts';

const SORT_LABELS = {
  newest: m.dreams_sort_newest,
  oldest: m.dreams_sort_oldest,
  'name-asc': m.dreams_sort_name_asc,
  'name-desc': m.dreams_sort_name_desc,
} satisfies Record<Sort, () => string>;

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
      <h1>{m.dreams_board_title()}</h1>
      {!bare && (
        <>
          <search className="board-search">
            {/* A plain form, so that search works before the script has loaded. */}
            <form action="/dreamboard" onSubmit={(event) => event.preventDefault()}>
              {narrowingParams(props.narrowing).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <label>
                <span className="visually-hidden">{m.dreams_board_search_label()}</span>
                <SearchIcon />
                <input
                  ref={field}
                  type="search"
                  name="q"
                  placeholder={m.dreams_board_search_placeholder()}
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
            <span className="visually-hidden">{m.dreams_board_sort_label()}</span>
            <select ref={order} value={sort} onChange={(event) => onSort(event.target.value as Sort)}>
              {SORTS.map((value) => (
                <option key={value} value={value}>
                  {SORT_LABELS[value]()}
                </option>
              ))}
            </select>
          </label>
          {props.months}
          {props.filter}
          <button
            type="button"
            className="icon-button"
            aria-label={m.dreams_board_select()}
            title={m.dreams_board_select()}
            onClick={onSelect}
          >
            <SelectIcon />
          </button>
        </>
      )}
      <a
        className="icon-button"
        href="/trash"
        aria-label={m.dreams_board_trash()}
        title={m.dreams_board_trash()}
      >
        <TrashIcon />
      </a>
      <a className={primary ? 'button button-primary' : 'button'} href="/stream">
        {active ? <PlayIcon /> : <PlusIcon />}
        {active ? m.dreams_board_continue() : m.dreams_board_new()}
      </a>
    </div>
  );
}

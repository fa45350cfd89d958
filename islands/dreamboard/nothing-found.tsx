import { m } from '../../modules/kit/texts/m.ts';

interface NothingFoundProps {
  /** `searching` while the answer is pending, `failed` after an error. */
  awaited: 'searching' | 'failed' | null;
  /** Search text. */
  words: string;
  /** Labels of the active filters. */
  filters: string[];
  onClearWords: () => void;
  onClearFilters: () => void;
  onAgain: () => void;
}

/** Shown when a search or filters match nothing. Names them and offers to clear them. */
export function NothingFound(props: NothingFoundProps) {
  const { awaited, words, filters } = props;
  if (awaited === 'searching') {
    return (
      <p className="board-nothing" role="status">
        {m.dreams_search_busy()}
      </p>
    );
  }
  if (awaited === 'failed') {
    return (
      <div className="board-nothing">
        <p role="status">{m.dreams_search_failed()}</p>
        <button type="button" className="button" onClick={props.onAgain}>
          {m.dreams_search_retry()}
        </button>
      </div>
    );
  }
  return (
    <div className="board-nothing">
      <p role="status" dir="auto">
        {words === ''
          ? m.dreams_nothing_filters()
          : filters.length > 0
            ? m.dreams_nothing_words_filters({ words })
            : m.dreams_nothing_words({ words })}
      </p>
      {filters.length > 0 && (
        <ul className="filter-chips">
          {filters.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <div className="board-clear">
        {words && (
          <button type="button" className="button" onClick={props.onClearWords}>
            {m.dreams_nothing_clear_search()}
          </button>
        )}
        {filters.length > 0 && (
          <button type="button" className="button" onClick={props.onClearFilters}>
            {m.dreams_nothing_clear_filters()}
          </button>
        )}
      </div>
    </div>
  );
}

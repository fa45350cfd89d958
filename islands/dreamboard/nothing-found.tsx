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
        Searching...
      </p>
    );
  }
  if (awaited === 'failed') {
    return (
      <div className="board-nothing">
        <p role="status">These dreams could not be read.</p>
        <button type="button" className="button" onClick={props.onAgain}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="board-nothing">
      <p role="status" dir="auto">
        {words && `No dream mentions “${words}”${filters.length > 0 ? ' within these filters:' : '.'}`}
        {!words && 'No dream fits these filters:'}
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
            Clear search
          </button>
        )}
        {filters.length > 0 && (
          <button type="button" className="button" onClick={props.onClearFilters}>
            Clear filters
          </button>
        )}
      </div>
    </div>
  );
}

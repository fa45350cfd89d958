import { useId, useRef } from 'react';
import {
  type Filter,
  NARROWING_LABELS,
  NARROWINGS,
  type Narrowing,
} from '../../modules/dreams/contract/narrowing.ts';
import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { FunnelIcon } from '../ui/icons.tsx';
import type { NamedCollection } from './use-board.ts';

const GROUPS = {
  bookmarked: m.dreams_filter_bookmark,
  shared: m.dreams_filter_sharing,
  named: m.dreams_filter_name,
  length: m.dreams_filter_length,
} as const;

const SAVED = { recent: m.dreams_filter_recent_saved, named: m.dreams_filter_named_saved } as const;

interface FilterMenuProps {
  narrowing: Narrowing;
  /** Saved in this browser; applies in addition to `narrowing`. */
  filter: Filter;
  /** Number of active filters, including `filter` and the month. */
  count: number;
  collections: readonly NamedCollection[];
  onNarrow: (narrowing: Narrowing) => void;
  onClear: () => void;
}

/** All board filters except the month, which has its own control. */
export function FilterMenu({ narrowing, filter, count, collections, onNarrow, onClear }: FilterMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** Passes the button's position to the style sheet, which places the menu below it and inside the window. */
  const place = () => {
    const { right = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {};
    menu.current?.style.setProperty('--button-right', `${right}px`);
    menu.current?.style.setProperty('--button-bottom', `${bottom}px`);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet filter-button"
        title={m.dreams_filter_button()}
        popoverTarget={id}
        aria-haspopup="dialog"
        data-set={count > 0 || undefined}
      >
        <FunnelIcon />
        <span className="filter-word">{m.dreams_filter_button()}</span>
        {count > 0 && (
          <span className="filter-count numbers">
            <span aria-hidden="true">{formatNumber(count)}</span>
            <span className="visually-hidden">{m.dreams_filter_count({ count })}</span>
          </span>
        )}
      </button>
      <div
        ref={menu}
        id={id}
        className="menu filter-menu"
        popover="auto"
        role="dialog"
        aria-label={m.dreams_filter_dialog()}
        onBeforeToggle={place}
      >
        {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((name) => (
          <FilterGroup key={name} name={name} narrowing={narrowing} onNarrow={onNarrow} />
        ))}
        <CollectionFilter {...{ narrowing, collections, onNarrow }} />
        {filter !== 'all' && <p className="filter-kept">{SAVED[filter]()}</p>}
        <div className="dialog-actions">
          <button type="button" className="button" disabled={count === 0} onClick={onClear}>
            {m.dreams_filter_clear()}
          </button>
          <button type="button" className="button" popoverTarget={id} popoverTargetAction="hide">
            {m.dreams_filter_done()}
          </button>
        </div>
      </div>
    </>
  );
}

function CollectionFilter({
  narrowing,
  collections,
  onNarrow,
}: Pick<FilterMenuProps, 'narrowing' | 'collections' | 'onNarrow'>) {
  const id = useId();
  return (
    <div className="filter-group filter-collection">
      <label htmlFor={id}>{m.dreams_filter_collection()}</label>
      <a href="/collections">{m.dreams_collections_all()}</a>
      <select
        id={id}
        className="field"
        value={narrowing.collection ?? ''}
        disabled={collections.length === 0 && narrowing.collection === undefined}
        onChange={({ target }) => onNarrow({ ...narrowing, collection: target.value || undefined })}
      >
        <option value="">{m.dreams_filter_any()}</option>
        {collections.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FilterGroupProps extends Pick<FilterMenuProps, 'narrowing' | 'onNarrow'> {
  name: keyof typeof GROUPS;
}

function FilterGroup({ name, narrowing, onNarrow }: FilterGroupProps) {
  const id = useId();
  const labels: Record<string, () => string> = NARROWING_LABELS[name];
  return (
    <fieldset className="filter-group">
      <legend>{GROUPS[name]()}</legend>
      <div className="segments">
        {[undefined, ...NARROWINGS[name]].map((value) => (
          <label key={value ?? 'any'}>
            <input
              type="radio"
              name={id}
              checked={narrowing[name] === value}
              onChange={() => onNarrow({ ...narrowing, [name]: value })}
            />
            <span>{value === undefined ? m.dreams_filter_any() : labels[value]?.()}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

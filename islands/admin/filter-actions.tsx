import { m } from '../../modules/kit/texts/m.ts';

/** Buttons at the end of every filter form. Nothing is requested before Apply. */
export function FilterActions({ onClear }: { onClear: () => void }) {
  return (
    <div className="admin-filter-actions">
      <button type="submit" className="button">
        {m.admin_forms_apply_filters()}
      </button>
      <button type="button" className="button button-quiet" onClick={onClear}>
        {m.admin_forms_clear_filters()}
      </button>
    </div>
  );
}

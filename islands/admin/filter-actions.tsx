/** Buttons at the end of every filter form. Nothing is requested before Apply. */
export function FilterActions({ onClear }: { onClear: () => void }) {
  return (
    <div className="admin-filter-actions">
      <button type="submit" className="admin-button admin-button-strong">
        Apply Filters
      </button>
      <button type="button" className="admin-button" onClick={onClear}>
        Clear Filters
      </button>
    </div>
  );
}

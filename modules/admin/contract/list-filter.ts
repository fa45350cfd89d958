type Choices = Readonly<Record<string, () => string>>;

/** A field of a list's filter: its control, and the column that it compares. */
export type FilterField = {
  label: () => string;
  /** legend of a group of fields */
  group?: () => string;
  /** column of the list's tables; without one, the list's query has a condition for the field */
  column?: string;
} /** `unlisted`: choices that the form only shows if the URL has them */ & (
  | { kind: 'choice'; choices: Choices; all: () => string; unlisted?: readonly string[] }
  /** one is always chosen; `usual` unless the URL says otherwise */
  | { kind: 'choice'; choices: Choices; usual: string }
  | { kind: 'words'; placeholder?: () => string }
  /** both ends included */
  | { kind: 'number'; bound: 'from' | 'to'; placeholder: () => string }
  /** ms since the epoch, both ends included */
  | { kind: 'moment'; bound: 'from' | 'to' }
  /** as above, chosen as whole days in UTC */
  | { kind: 'day'; bound: 'from' | 'to' }
);

/**
 * Filter of a list. The call's schema, the query, the page's URL, the form and the CSV file follow from it. A new field
 * is an entry; if no column answers it, the types ask for its condition.
 */
export type FilterTable = Readonly<Record<string, FilterField>>;

type Value<F extends FilterField> = F extends { choices: infer C }
  ? keyof C & string
  : F extends { kind: 'number' | 'moment' | 'day' }
    ? number
    : string;

export type FilterOf<T extends FilterTable> = { [F in keyof T]?: Value<T[F]> | undefined };

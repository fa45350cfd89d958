/** Sliders and switches are moved by keys, but take no text. */
const TYPED = 'input:not([type=range],[type=checkbox],[type=radio],[type=file]),textarea,select,dialog[open]';

/**
 * True if the focused field needs this key itself, or a dialog is open: text fields need all of them, sliders and
 * switches those that move them.
 * @param target of the event; may be the document itself
 */
export const ownsKey = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element &&
  target.closest(/^( |Enter|Arrow|Page|Home|End)/.test(key) ? `${TYPED},input` : TYPED) !== null;

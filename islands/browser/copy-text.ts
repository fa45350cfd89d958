/** @returns whether the clipboard took it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // A page that is not on https, as on a box in one's own network, has no clipboard but this older way.
    if (copySelected(text)) return true;
    console.error('Failed to copy', error);
    return false;
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0';
  // Beside the button: outside of an open dialog nothing can be selected.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return done;
}

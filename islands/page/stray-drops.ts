/** Stops files and links dropped outside a field from opening in place of the page and, with it, a live dream. */
export function ignoreStrayDrops() {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, (event) => {
      const { dataTransfer } = event;
      if (!dataTransfer || event.defaultPrevented || isTaken(event, dataTransfer)) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    });
  }
}

/** File inputs accept files, other fields text. */
function isTaken({ target }: DragEvent, { types }: DataTransfer): boolean {
  const fields = types.includes('Files') ? 'input[type=file]' : 'input, textarea';
  return target instanceof Element && target.closest(fields) !== null;
}

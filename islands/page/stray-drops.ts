/** Keeps what is dropped beside a field from replacing the page, and a live dream with it: browsers open files and links. */
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

/** Fields of files take files, others text. */
function isTaken({ target }: DragEvent, { types }: DataTransfer): boolean {
  const fields = types.includes('Files') ? 'input[type=file]' : 'input, textarea';
  return target instanceof Element && target.closest(fields) !== null;
}

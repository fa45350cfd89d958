/** Keeps what is dropped beside a field from replacing the page, and a live dream with it: browsers open files and links. */
export function ignoreStrayDrops() {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, (event) => {
      if (event.defaultPrevented || isTaken(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    });
  }
}

/** Fields of files take files, others text. */
function isTaken({ target, dataTransfer }: DragEvent): boolean {
  const fields = dataTransfer?.types.includes('Files') ? 'input[type=file]' : 'input, textarea';
  return target instanceof Element && target.closest(fields) !== null;
}

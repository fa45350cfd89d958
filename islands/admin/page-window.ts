/** The page numbers to offer: as many as fit, around the current one, shifted at both ends. */
export function pageWindow(page: number, pages: number, size: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - size + 1));
  return Array.from({ length: Math.min(size, pages) }, (_, index) => first + index);
}

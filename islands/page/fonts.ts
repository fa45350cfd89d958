/** A year; a build with other fonts has another address. */
const KNOWN_S = 365 * 24 * 3600;

/** Brings the fonts of a browser that has not got them yet, once its first words are drawn. */
export function bringFonts() {
  const style = document.querySelector<HTMLLinkElement>('link[data-fonts]');
  if (!style) return;
  afterFirstWords(async () => {
    style.media = 'all';
    await document.fonts.load('1em Inter');
    await document.fonts.ready;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${style.dataset.fonts}=${new URL(style.href).pathname}; Path=/; Max-Age=${KNOWN_S}; SameSite=Lax`;
  });
}

function afterFirstWords(work: () => void) {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) {
    window.addEventListener('load', work, { once: true });
    return;
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    work();
  });
  observer.observe({ type: 'paint', buffered: true });
}

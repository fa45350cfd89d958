/** A year; a build with different fonts has a different URL. */
const KNOWN_S = 365 * 24 * 3600;

declare global {
  /** From modules/web/first-paint.ts. */
  var firstPaint: Promise<void>;
}

/** Loads the fonts after the first paint, if the browser doesn't have them yet. */
export async function bringFonts() {
  const style = document.querySelector<HTMLLinkElement>('link[data-fonts]');
  if (!style) return;
  await firstPaint;
  style.media = 'all';
  await document.fonts.load('1em Inter');
  await document.fonts.ready;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${style.dataset.fonts}=${new URL(style.href).pathname}; Path=/; Max-Age=${KNOWN_S}; SameSite=Lax`;
}

import type { Page } from 'playwright/test';

/** A text of a page. */
export interface Shown {
  /** class of a part that many pages have, or null for their own */
  part: string | null;
  text: string;
}

const PARTS = '.site-header, .sidebar, .site-footer, .admin-bar';

/** Addresses, ids, figures, initials and units, and what formatters of Intl write. */
const NEUTRAL =
  /\S+@\S+|https?:\/\/\S+|\S*\d\S*|\b\p{L}\b|\b(?:UTC|AM|PM|kB|MB|GB|min|ms|AI|CSV|FPS|GPU|HD|ID|MP4|QR|URL|ZIP)\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b(?:second|minute|hour|day|month|year)s?\b/gu;

/**
 * Texts of a page outside of the brackets of the pseudo-language: its words, and the attributes that are read out or shown. Code,
 * dates, names of languages and what people wrote are left out.
 * @param written texts of people and of this installation, longest first
 */
export async function strayTexts(page: Page, written: readonly string[]): Promise<Shown[]> {
  const shown = await page.evaluate(collect, PARTS);
  return shown.filter(({ text }) => {
    const outside = written.reduce((rest, words) => rest.replaceAll(words, ''), outsideOfBrackets(text));
    return /\p{L}/u.test(outside.replace(NEUTRAL, ''));
  });
}

function outsideOfBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const letter of text) {
    if (letter === '⟦') depth += 1;
    else if (letter === '⟧') depth -= 1;
    else if (depth === 0) outside += letter;
  }
  return outside;
}

/** Runs in the page. The words of a block are one text, whatever elements are in it. */
function collect(parts: string): Shown[] {
  const skipped =
    'script, style, noscript, code, pre, kbd, samp, time, bdi, [lang]:not(html), [translate=no], [dir=auto]:not(textarea, input)';
  const names = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'title', 'label'];
  const partOf = (element: Element) => element.closest(parts)?.classList[0] ?? null;
  const blockOf = (element: Element): Element =>
    element.parentElement &&
    (/^(inline|contents)$/.test(getComputedStyle(element).display) || element.matches('span.visually-hidden'))
      ? blockOf(element.parentElement)
      : element;
  const blocks = new Map<Element, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (!parentElement || parentElement.closest(skipped)) continue;
    const block = blockOf(parentElement);
    blocks.set(block, (blocks.get(block) ?? '') + (nodeValue ?? ''));
  }
  const attributes = names.flatMap((name) =>
    [...document.body.querySelectorAll(`[${name}]:not([translate=no], [lang] *)`)].map((element) => ({
      part: partOf(element),
      text: element.getAttribute(name) ?? '',
    })),
  );
  const description = document.querySelector('meta[name=description]')?.getAttribute('content');
  return [
    ...[...blocks].map(([block, text]) => ({
      part: partOf(block),
      text: text.trim().replaceAll(/\s+/g, ' '),
    })),
    ...attributes,
    { part: null, text: document.title },
    { part: null, text: description ?? '' },
  ];
}

/** Texts that are cut off by their box or leave their control, and a page that is wider than the window. */
export function overflows(page: Page): Promise<Shown[]> {
  return page.evaluate((parts) => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const faults: Shown[] = [];
    if (scrollWidth > clientWidth) faults.push({ part: null, text: `the page is ${scrollWidth} px wide` });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const words = walker.currentNode.nodeValue?.trim();
      const element = walker.currentNode.parentElement;
      if (!words || !element || element.closest('script, style, noscript, svg, .visually-hidden')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const fault = faultOf(range.getBoundingClientRect(), element);
      const part = element.closest(parts)?.classList[0] ?? null;
      if (fault) faults.push({ part, text: `${fault}: ${words}` });
    }
    return faults;

    function faultOf(text: DOMRect, element: Element): string | null {
      if (text.width < 2 || text.height < 2) return null;
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const leaves = edge.width > 4 && (text.right > edge.right + 1 || text.left < edge.left - 1);
        // A list that scrolls, and a name that ends in dots, are meant so.
        if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || position === 'fixed') return null;
        if (overflowX !== 'visible') return leaves ? 'cut off' : null;
        if (leaves && box.matches('button, .button, summary, th, .badge'))
          return `leaves its ${box.localName}`;
      }
      return null;
    }
  }, PARTS);
}

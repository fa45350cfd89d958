import type { Page } from 'playwright/test';

/** Smallest side of a control that a finger can hit, in px (WCAG 2.2, 2.5.8). */
const TARGET_PX = 24;
/** Narrowest field that shows enough of what is typed, in px. */
const FIELD_PX = 96;

/** Controls and texts of the live page that are too small, overlap, or can't be reached, once nothing moves any more. */
export async function crowding(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => null)),
    ),
  );
  return page.evaluate(findCrowding, { target: TARGET_PX, field: FIELD_PX });
}

/** Runs in the page. */
function findCrowding({ target, field }: { target: number; field: number }): string[] {
  const CONTROLS = 'button, a[href], input, textarea, select, summary';
  const TEXTS = '.chip, .sound-caption, .suggested p, .overlay-content > *, .camera-on, .stream-notes > *';
  const faults: string[] = [];
  const nameOf = (one: Element) =>
    `${one.tagName.toLowerCase()}${[...one.classList].map((name) => `.${name}`).join('')} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 24)}”`;
  const isShown = (one: Element) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    one.closest('[inert], .visually-hidden') === null &&
    getComputedStyle(one).clipPath === 'none';
  // A modal dialog takes the page's place; a panel covers part of it.
  const modal = document.querySelector('dialog[open]');
  const roots = modal ? [modal] : [...document.querySelectorAll('.stream, .site-header')];
  const all = (what: string) =>
    roots.flatMap((root) => [...root.querySelectorAll(what)]).filter((one) => isShown(one));
  const panel = modal ? null : document.querySelector('.settings-panel[data-open="true"]');
  const covered = panel?.getBoundingClientRect();
  const isBehind = ({ left, right, top, bottom }: DOMRect) =>
    covered !== undefined &&
    left >= covered.left - 1 &&
    right <= covered.right + 1 &&
    top >= covered.top - 1 &&
    bottom <= covered.bottom + 1;

  const controls = all(CONTROLS).filter(
    (one) => panel?.contains(one) || !isBehind(one.getBoundingClientRect()),
  );
  for (const one of controls) {
    // An input without a look of its own is pressed through its label.
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect();
    const least = one.tagName === 'TEXTAREA' ? field : target;
    // Receipts are lines of text.
    if (one.tagName !== 'SUMMARY' && (width < least || height < target))
      faults.push(`${nameOf(one)} is ${width | 0} × ${height | 0} px`);
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const at = one.getBoundingClientRect();
    const hit = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
    const isReached =
      (panel && !panel.contains(one) && isBehind(at)) ||
      (hit && (one.contains(hit) || one.closest('label')?.contains(hit)));
    if (!isReached)
      faults.push(`${nameOf(one)} is below ${hit ? nameOf(hit) : 'nothing: out of the window'}`);
  }

  const seen = [...controls, ...all(TEXTS)]
    .filter((one) => !panel?.contains(one))
    // The thumb of the scrubber reaches over its ends.
    .map((one) => ({ one, at: visiblePart(one.closest('.rewind-track') ?? one) }))
    .filter(({ at }) => at.right - at.left > 1 && at.bottom - at.top > 1);
  for (const [index, a] of seen.entries())
    for (const b of seen.slice(index + 1)) {
      if (a.one.contains(b.one) || b.one.contains(a.one)) continue;
      const x = Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left);
      const y = Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top);
      if (x > 1 && y > 1)
        faults.push(`${nameOf(a.one)} and ${nameOf(b.one)} overlap by ${x | 0} × ${y | 0} px`);
    }
  return faults;

  function visiblePart(one: Element) {
    let { left, right, top, bottom } = one.getBoundingClientRect();
    for (let around = one.parentElement; around; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const box = around.getBoundingClientRect();
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    return { left, right, top, bottom };
  }
}

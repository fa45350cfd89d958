import type uPlot from 'uplot';

export interface Tooltip {
  /** @param left, top position of the pointer, in CSS pixels within the plot */
  show(lines: string[], left: number, top: number): void;
  hide(): void;
}

/**
 * A box of text lines next to the pointer, kept within the plot.
 * @param role `status` if screen readers should announce it
 */
export function createTooltip(over: HTMLElement, role: 'status' | null = null): Tooltip {
  const box = document.createElement('div');
  box.role = role;
  box.className = 'chart-tooltip';
  box.hidden = true;
  over.append(box);
  const hide = () => {
    box.hidden = true;
  };
  over.addEventListener('pointerleave', hide);
  return {
    show(lines, left, top) {
      box.hidden = false;
      box.textContent = lines.join('\n');
      const toTheLeft = left + 14 + box.offsetWidth > over.clientWidth;
      const x = toTheLeft ? Math.max(0, left - 14 - box.offsetWidth) : left + 14;
      const y = Math.max(0, Math.min(over.clientHeight - box.offsetHeight, top - box.offsetHeight / 2));
      box.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    },
    hide,
  };
}

/** Tooltip for charts with columns: shows the values of the nearest column, anywhere over the plot. */
export function columnTooltip(linesOf: (index: number) => string[] | null): uPlot.Plugin {
  let tooltip: Tooltip | null = null;
  return {
    hooks: {
      ready(chart) {
        tooltip = createTooltip(chart.over);
      },
      setCursor({ cursor }) {
        const { left = -1, top = -1, idx } = cursor;
        const lines = left < 0 ? null : linesOf(idx ?? -1);
        if (lines) tooltip?.show(lines, left, top);
        else tooltip?.hide();
      },
    },
  };
}

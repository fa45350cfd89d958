import { type ReactNode, useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import type { AlignedData, Axis, Options } from 'uplot';
import { m } from '../../../modules/kit/texts/m.ts';
import { Boundary } from '../../ui/boundary.tsx';

export const CHART_HEIGHT = 300;

/** Theme colors for charts, read on every draw so that the theme can change. */
export const ink = (name: string) => () => readColour(name);

export interface ChartProps {
  /** recreated when one of `deps` changes */
  options: (library: typeof uPlot) => Omit<Options, 'width' | 'height'>;
  data: AlignedData;
  className?: string;
  /** receives the new chart, to add what options can't express; its return value is called at the end */
  onReady?: (chart: uPlot) => () => void;
  children?: ReactNode;
}

/** A chart, or a text if this browser can't draw it. */
export function Chart(props: ChartProps) {
  const stopped = (
    <p className="chart-empty chart-stopped" role="alert">
      {m.admin_figures_chart_failed()}
    </p>
  );
  return (
    <Boundary fallback={stopped}>
      <Plot {...props} />
    </Boundary>
  );
}

/** A uPlot chart that fills its container and uses theme colors. The first one loads the library. */
function Plot({ options, data, className = '', onReady, children }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [library, setLibrary] = useState<typeof uPlot | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  useEffect(() => {
    loadLibrary().then((loaded) => setLibrary(() => loaded), setFault);
  }, []);
  if (fault) throw fault;
  useEffect(() => {
    const element = host.current;
    if (!library || !element) return;
    const size = () => ({ width: element.clientWidth, height: CHART_HEIGHT });
    const chart = new library({ ...options(library), ...size() }, data, element);
    const end = onReady?.(chart);
    // Rebuild the paths too, since bars store their colors in them.
    const stopWatching = onThemeChange(() => chart.redraw(true, true));
    let width = element.clientWidth;
    const resized = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      chart.setSize(size());
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      stopWatching();
      end?.();
      chart.destroy();
    };
  }, [library, options, data, onReady]);
  return (
    <div ref={host} className={`chart ${className}`}>
      {children}
    </div>
  );
}

/** uPlot formats numbers in the browser's language while it loads, and throws if the language tag is invalid. */
async function loadLibrary(): Promise<typeof uPlot> {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
  return (await import('uplot')).default;
}

/** A color in a form that canvas accepts: the page resolves `light-dark()`. */
function readColour(name: string): string {
  const probe = document.querySelector('.admin') ?? document.body;
  const marker = document.createElement('i');
  marker.style.color = `var(${name})`;
  probe.append(marker);
  const colour = getComputedStyle(marker).color;
  marker.remove();
  return colour;
}

function onThemeChange(redraw: () => void): () => void {
  const watched = new MutationObserver(redraw);
  watched.observe(document.documentElement, { attributeFilter: ['class'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', redraw);
  return () => {
    watched.disconnect();
    system.removeEventListener('change', redraw);
  };
}

/** An axis in the theme's soft text color. */
export const axisLook = {
  stroke: ink('--chart-text'),
  grid: { stroke: ink('--chart-grid'), width: 1 },
  ticks: { stroke: ink('--chart-grid'), width: 1, size: 4 },
  font: '12px Inter, system-ui, sans-serif',
  labelFont: '500 12px Inter, system-ui, sans-serif',
};

/**
 * An axis with words under columns 0, 1, 2…, rotated by 45 degrees if they don't fit, and thinned out if they still
 * overlap.
 */
export function wordAxis(words: readonly string[]): Axis {
  const longest = longestOf(words);
  const isTurned = (chart: uPlot) => areTurned(words, chart);
  return {
    ...axisLook,
    size: (chart) => (isTurned(chart) ? 22 + longest * 0.76 : 32),
    rotate: (chart) => (isTurned(chart) ? -45 : 0),
    splits: (chart) => {
      const step = isTurned(chart) ? Math.ceil((words.length * 22) / roomOf(chart)) : 1;
      return words.map((_, index) => index).filter((index) => index % step === 0);
    },
    values: (_, splits) => splits.map((at) => words[at] ?? ''),
  };
}

/** Space to the right of a chart for the last word of `wordAxis`, which starts at the chart's edge if it is rotated. */
export const roomForWords = (words: readonly string[]) => (chart: uPlot) =>
  longestOf(words) * (areTurned(words, chart) ? 0.76 : 0.5);

const roomOf = (chart: uPlot) => Math.max(1, chart.width - 60);

const areTurned = (words: readonly string[], chart: uPlot) =>
  words.length * (longestOf(words) + 12) > roomOf(chart);

/** Width of the longest word in pixels; Chinese and Japanese characters are twice as wide. */
const longestOf = (words: readonly string[]) =>
  Math.max(
    0,
    ...words.map((word) => 6.6 * word.length + 5.4 * (word.match(/[\u2e80-\uffff]/g)?.length ?? 0)),
  );

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import type { AlignedData, Axis, Options } from 'uplot';
import { Boundary } from '../../ui/boundary.tsx';

export const CHART_HEIGHT = 300;

/** Colours of the page that a chart needs; read again at each drawing, so that the theme can change. */
export const ink = (name: string) => () => readColour(name);

export interface ChartProps {
  /** made again when one of `deps` changes */
  options: (library: typeof uPlot) => Omit<Options, 'width' | 'height'>;
  data: AlignedData;
  className?: string;
  /** gets the chart when it is there, to add what options can't say; its answer is called at the end */
  onReady?: (chart: uPlot) => () => void;
  children?: ReactNode;
}

/** A chart, or words in its place where this browser can't draw it. */
export function Chart(props: ChartProps) {
  const stopped = (
    <p className="chart-empty chart-stopped" role="alert">
      Your browser can’t draw this chart. The figures below are right.
    </p>
  );
  return (
    <Boundary fallback={stopped}>
      <Plot {...props} />
    </Boundary>
  );
}

/** A uPlot chart as wide as its place, in the colours of the theme. The library is loaded by the first one. */
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
    // Paths are made again, too: bars keep their colour in theirs.
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

/** uPlot formats numbers for the browser's language as it is loaded, and throws where that is no valid tag. */
async function loadLibrary(): Promise<typeof uPlot> {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
  return (await import('uplot')).default;
}

/** A colour in a form that a canvas takes: `light-dark()` is settled by the page itself. */
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

/** An axis in the theme's soft ink. */
export const axisLook = {
  stroke: ink('--chart-text'),
  grid: { stroke: ink('--chart-grid'), width: 1 },
  ticks: { stroke: ink('--chart-grid'), width: 1, size: 4 },
  font: '12px Inter, system-ui, sans-serif',
  labelFont: '500 12px Inter, system-ui, sans-serif',
};

/**
 * An axis of words under columns 0, 1, 2…: turned by 45 degrees where there is no room for them side by side, and
 * only some of them where they would touch even so.
 */
export function wordAxis(words: readonly string[]): Axis {
  const longest = Math.max(0, ...words.map((word) => word.length));
  const room = (chart: uPlot) => Math.max(1, chart.width - 60);
  const isTurned = (chart: uPlot) => words.length * (longest * 6.6 + 12) > room(chart);
  return {
    ...axisLook,
    size: (chart) => (isTurned(chart) ? 22 + longest * 5 : 32),
    rotate: (chart) => (isTurned(chart) ? -45 : 0),
    splits: (chart) => {
      const step = isTurned(chart) ? Math.ceil((words.length * 22) / room(chart)) : 1;
      return words.map((_, index) => index).filter((index) => index % step === 0);
    },
    values: (_, splits) => splits.map((at) => words[at] ?? ''),
  };
}

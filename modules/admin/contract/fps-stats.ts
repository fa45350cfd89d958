import type { FpsStats } from './sessions.ts';

type Stored = Record<string, unknown> | string | null | undefined;

/**
 * Statistics of one dream's speed: `overall` as stored, the rest over its numeric parts, with population variance.
 * @param stored JSON text or an object; null if neither
 */
export function fpsStats(stored: Stored): FpsStats | null {
  const data = readObject(stored);
  if (!data) return null;
  const { overall, ...rest } = data;
  const parts = Object.values(rest).filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value),
  );
  return {
    overall: typeof overall === 'number' ? overall : null,
    min: parts.length > 0 ? Math.min(...parts) : null,
    max: parts.length > 0 ? Math.max(...parts) : null,
    variance: populationVariance(parts),
  };
}

function populationVariance(values: number[]): number | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

function readObject(stored: Stored): Record<string, unknown> | null {
  if (typeof stored !== 'string') return stored ?? null;
  try {
    const value: unknown = JSON.parse(stored);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch (error) {
    console.error('FPS data that is not JSON', error);
    return null;
  }
}

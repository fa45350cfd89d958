import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Download progress, such as `12.3 of 77.1 MB · 16%`. */
export function describeDownload(loaded: number, total: number): string {
  if (total === 0) return m.voice_download_once();
  const share = Math.min(1, Math.floor((loaded / total) * 100) / 100);
  const [unit, size] = total < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  return m.voice_download_progress({
    loaded: formatNumber(loaded / size, TENTHS),
    total: formatNumber(total / size, { ...TENTHS, style: 'unit', unit }),
    share: formatNumber(share, { style: 'percent' }),
  });
}

import useSWR from 'swr';
import { api } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { ComparedAnswer } from '../../../modules/stream/contract/compared.ts';
import { ComparedDreams } from '../../ui/compared-dreams.tsx';

/** The reader's first dream on a GPU next to the painter's picture. */
export function Comparison() {
  const { data } = useSWR('/api/compare', (path) => api<ComparedAnswer>('GET', path));
  if (!data) return null;
  return (
    <section aria-labelledby="compared-title">
      <h4 id="compared-title">{m.stream_gpu_compare_title()}</h4>
      <ComparedDreams dreams={data.dreams.slice(0, 1)} />
    </section>
  );
}

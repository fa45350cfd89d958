import useSWR from 'swr';
import type { SetupAnswer } from '../../../modules/admin/schemas/setup.ts';
import { adminApi } from '../../browser/api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { SetupCard } from './setup-card.tsx';

/** Parts of the place that are set up, those that are missing, and whether they work: for an operator's first hour. */
export function SetupView() {
  const { data, error, mutate } = useSWR<SetupAnswer, Error>('setup-data', read);
  const parts = data?.parts ?? [];
  const done = parts.filter(({ isSet }) => isSet).length;
  return (
    <section className="admin-view" aria-labelledby="setup-title">
      <h2 id="setup-title" className="numbers">
        Set-up{data ? ` (${done} of ${parts.length})` : ''}
      </h2>
      {error && <LoadFailure what="The set-up" reason={error.message} onRetry={() => void mutate()} />}
      {!data && !error && (
        <p className="admin-note" role="status">
          Loading the set-up...
        </p>
      )}
      {data && (
        <>
          <p className="setup-lead">
            Everything works from the first start on this machine. What is marked as missing is for people
            from outside. Settings are environment variables: set them where the server is started, and start
            it anew.
          </p>
          <ol className="setup-parts">
            {parts.map((part) => (
              <SetupCard key={part.id} part={part} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const read = (path: string) => adminApi<SetupAnswer>(path, { action: 'getParts' });

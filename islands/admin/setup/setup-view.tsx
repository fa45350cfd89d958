import { useState } from 'react';
import type { SetupAnswer, SetupPart } from '../../../modules/admin/contract/setup.ts';
import { formatList } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { joinSentences } from '../../../modules/kit/texts/sentences.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { localTime } from '../format.ts';
import { LoadFailure } from '../load-failure.tsx';
import { useLive } from '../use-live.ts';
import { RestartBar } from './restart-bar.tsx';
import { SetupCard } from './setup-card.tsx';
import { VersionLine } from './version-line.tsx';

const POLL_MS = 30_000;
/** While waiting for a restart. */
const RESTART_POLL_MS = 1_000;

/** All parts of the setup: their state, tests, and settings. */
export function SetupView() {
  /** id of the run that was asked to restart */
  const [leaving, setLeaving] = useState<string | null>(null);
  const { data, error, mutate } = useLive<SetupAnswer, string>(
    'setup-data',
    (path) => adminApi<SetupAnswer>(path, { action: 'getParts' }),
    { everyMs: leaving === null ? POLL_MS : RESTART_POLL_MS, what: 'set-up not read' },
  );
  const parts = (data?.parts ?? []).toSorted((a, b) => urgencyOf(b) - urgencyOf(a));
  const done = parts.filter(({ isSet }) => isSet).length;
  const take = (answer: SetupAnswer) => void mutate(answer, { revalidate: false });
  const isAway = leaving !== null && data?.restart.run === leaving;
  return (
    <section className="admin-view" aria-labelledby="setup-title">
      <h2 id="setup-title" className="numbers">
        {data ? m.admin_setup_title_done({ done, total: parts.length }) : m.admin_setup_title()}
      </h2>
      {error && !isAway && (
        <LoadFailure text={m.admin_forms_load_set_up} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_setup_loading()}
        </p>
      )}
      {data && (
        <>
          <p className="setup-lead">
            {joinSentences([m.admin_setup_lead(), data.locked ?? m.admin_setup_lead_environment()])}
          </p>
          {data.refused && (
            <p className="setup-refused" role="alert">
              {m.admin_setup_refused({
                names: formatList(data.refused.names, 'unit'),
                time: localTime(data.refused.at),
                strong: (words) => <strong>{words}</strong>,
              })}{' '}
              <code>{data.refused.why}</code>
            </p>
          )}
          <ol className="setup-parts">
            {parts.map((part) => (
              <SetupCard
                key={part.id}
                part={part}
                basis={data.basis}
                isLocked={data.locked !== null}
                onSaved={take}
                onChanged={() => void mutate()}
              />
            ))}
          </ol>
          <VersionLine version={data.version} />
          <RestartBar
            restart={data.restart}
            leaving={leaving}
            isLost={Boolean(error)}
            onLeave={(answer) => {
              setLeaving(answer.restart.run);
              take(answer);
            }}
          />
        </>
      )}
    </section>
  );
}

/** Parts that keep people out come first, then parts that could still be added. */
const urgencyOf = ({ isSet, missing }: SetupPart) => (isSet ? 0 : 2) + (missing.length > 0 ? 1 : 0);

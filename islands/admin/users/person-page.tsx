import type { ComponentProps } from 'react';
import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { STATUS_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { localTime } from '../format.ts';
import { Facts, Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { dreamAddress } from '../use-asked.ts';
import { useLive } from '../use-live.ts';
import { NoteForm } from './note-form.tsx';
import { originText } from './origin-text.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonGifts } from './person-gifts.tsx';
import { PersonMails } from './person-mails.tsx';
import { PersonPayments } from './person-payments.tsx';
import { PersonPlan } from './person-plan.tsx';
import { PersonRights } from './person-rights.tsx';
import { PersonTokens } from './person-tokens.tsx';
import { RoleBadge } from './role-badge.tsx';

const POLL_MS = 30_000;

/** Everything about one user, and what an operator can do about it. */
export function PersonPage({ userId }: { userId: string }) {
  const { data, error, mutate } = useLive<PersonAnswer, string>(
    `person ${userId}`,
    () => adminApi('person-data', { action: 'getPerson', userId }),
    { everyMs: POLL_MS, what: 'person not read' },
  );
  return (
    <section className="admin-view" aria-labelledby="person-title">
      <h2 id="person-title">
        <a href="/admin?view=users#">{m.admin_people_person_list()}</a> ›{' '}
        {data?.user.name ?? m.admin_people_person_nameless()}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_person} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_people_person_loading()}
        </p>
      )}
      {data && <Person {...data} onChange={() => void mutate()} />}
    </section>
  );
}

function Person({
  user,
  plan,
  dreams,
  mails,
  tokens,
  sign_ins,
  reports,
  history,
  notes,
  onChange,
}: PersonProps) {
  const { suspended } = user;
  return (
    <article className="admin-item">
      <header>
        <RoleBadge user={user} />
        {suspended && (
          <p className="notice">
            {suspended.until
              ? m.admin_people_person_suspended_until({
                  until: localTime(suspended.until),
                  reason: suspended.reason,
                })
              : m.admin_people_person_suspended({ reason: suspended.reason })}
          </p>
        )}
      </header>
      <div className="admin-parts">
        <PersonAccount user={user} reports={reports} />
        <PersonPlan plan={plan} />
        <PersonGifts user={user} plan={plan} change={change} />
        {plan.stripe_customer && <PersonPayments user={user} plan={plan} onChange={onChange} />}
        <PersonTokens user={user} tokens={tokens} change={change} />
        <PersonAccess user={user} change={change} />
        <PersonRights user={user} onChange={(body) => change(body)} />
        <PersonNotes notes={notes} onNote={(note) => change({ action: 'addNote', ...note })} />
        <PersonDreams dreams={dreams} />
        <PersonMails mails={mails} onAgain={(mailId) => change({ action: 'sendMailAgain', mailId }, {})} />
        <section aria-labelledby="person-signins">
          <h3 id="person-signins">{m.admin_people_person_sign_ins()}</h3>
          <Lines
            label={m.admin_people_person_sign_ins()}
            nothing={m.admin_people_person_sign_ins_empty()}
            lines={sign_ins.map(({ at, what, address, device }) => ({
              at,
              what,
              detail: [device, address].filter(Boolean).join(' · '),
            }))}
          />
        </section>
        <section aria-labelledby="person-history">
          <h3 id="person-history">{m.admin_people_person_history()}</h3>
          <Lines
            label={m.admin_people_person_history()}
            nothing={m.admin_people_person_history_empty()}
            lines={history.map(({ at, what, by, from }) => ({
              at,
              what,
              detail: originText({ by, from }),
            }))}
          />
        </section>
      </div>
    </article>
  );

  async function change(body: object, about: object = { userId: user.id }): Promise<void> {
    try {
      await adminApi('person-data', { ...about, ...body });
    } finally {
      // The change stands even if the mail fails.
      onChange();
    }
  }
}

function PersonAccount({ user, reports }: Pick<PersonAnswer, 'user' | 'reports'>) {
  return (
    <section aria-labelledby="person-account">
      <h3 id="person-account">{m.admin_people_person_account()}</h3>
      <Facts
        facts={[
          [m.admin_people_person_email(), user.email],
          [m.admin_people_person_id(), <code key="id">{user.id}</code>],
          [m.admin_people_person_signed_up(), localTime(user.created_at)],
          [
            m.admin_people_person_last_seen(),
            user.last_seen ? localTime(user.last_seen) : m.admin_people_person_never_seen(),
          ],
          [
            m.admin_people_person_closed(),
            user.erasure_at && m.admin_people_person_closed_until({ time: localTime(user.erasure_at) }),
          ],
          [m.admin_people_person_reports(), m.admin_people_person_reports_count(reports)],
        ]}
      />
    </section>
  );
}

interface PersonNotesProps extends Pick<PersonAnswer, 'notes'> {
  onNote: ComponentProps<typeof NoteForm>['onNote'];
}

function PersonNotes({ notes, onNote }: PersonNotesProps) {
  const withheld = notes.filter((note) => note.withheld);
  return (
    <section aria-labelledby="person-notes">
      <h3 id="person-notes">{m.admin_people_person_notes()}</h3>
      <NoteForm onNote={onNote} />
      <Lines
        label={m.admin_people_person_notes()}
        nothing={m.admin_people_person_notes_empty()}
        lines={linesOf(notes.filter((note) => !note.withheld))}
      />
      {withheld.length > 0 && (
        <>
          <h4>{m.admin_people_person_withheld()}</h4>
          <Lines label={m.admin_people_person_withheld_label()} nothing="" lines={linesOf(withheld)} />
        </>
      )}
    </section>
  );
}

function PersonDreams({ dreams }: Pick<PersonAnswer, 'dreams'>) {
  return (
    <section aria-labelledby="person-dreams">
      <h3 id="person-dreams" className="numbers">
        {m.admin_people_person_dreams({ count: dreams.total })}
      </h3>
      <Lines
        label={m.admin_people_person_dreams_label()}
        nothing={m.admin_people_person_dreams_empty()}
        lines={dreams.newest.map((dream) => ({
          at: dream.asked_at,
          what: <a href={dreamAddress(dream.session_id)}>{nameOf(dream) || m.dreams_untitled()}</a>,
          detail: [
            STATUS_TEXTS[dream.job_status](),
            dream.counted ? m.admin_people_person_dream_counted() : m.admin_people_person_dream_not_counted(),
            dream.deleted && m.admin_people_person_dream_deleted(),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </section>
  );
}

const linesOf = (notes: PersonAnswer['notes']) =>
  notes.map(({ at, by, text }) => ({ at, what: text, detail: originText({ by, from: null }) }));

type PersonProps = PersonAnswer & { onChange: () => void };

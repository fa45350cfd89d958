import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { nameOf } from '../../../modules/dreams/contract/sort.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { localTime } from '../format.ts';
import { Facts, Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { dreamAddress } from '../use-asked.ts';
import { useLive } from '../use-live.ts';
import { NoteForm } from './note-form.tsx';
import { PersonGifts } from './person-gifts.tsx';
import { PersonPayments } from './person-payments.tsx';
import { PersonRights } from './person-rights.tsx';

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
        <a href="/admin?view=users#">Users</a> › {data?.user.name ?? 'One person'}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_person} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          Loading the person...
        </p>
      )}
      {data && <Person {...data} onChange={() => void mutate()} />}
    </section>
  );
}

function Person({ user, plan, dreams, mails, sign_ins, reports, history, notes, onChange }: PersonProps) {
  const { suspended } = user;
  const withheld = notes.filter((note) => note.withheld);
  return (
    <article className="admin-item">
      <header>
        <span className="role-badge" data-role={user.role}>
          {user.role}
          {user.subscription_tier && <small> {user.subscription_tier}</small>}
        </span>
        {suspended && (
          <p className="notice">
            Suspended{suspended.until ? ` until ${localTime(suspended.until)}` : ''}: {suspended.reason}
          </p>
        )}
      </header>
      <div className="admin-parts">
        <section aria-labelledby="person-account">
          <h3 id="person-account">Account</h3>
          <Facts
            facts={[
              ['Email', user.email],
              ['ID', <code key="id">{user.id}</code>],
              ['Signed up', localTime(user.created_at)],
              ['Last seen', user.last_seen ? localTime(user.last_seen) : 'Not known'],
              ['Closed by its owner', user.erasure_at && `will be erased ${localTime(user.erasure_at)}`],
              ['Reports', `${reports.made} made, ${reports.received} of their dreams`],
            ]}
          />
        </section>
        <section aria-labelledby="person-plan">
          <h3 id="person-plan">Plan</h3>
          <Facts
            facts={[
              [
                'Streams',
                plan.limit === null ? `${plan.used} used, no limit` : `${plan.used} of ${plan.limit} used`,
              ],
              ['Since', plan.since && localTime(plan.since)],
              ['Until', plan.until && localTime(plan.until)],
              ['Source', [plan.source, plan.by && `by ${plan.by}`].filter(Boolean).join(', ')],
              ['Subscription', plan.subscription && subscriptionText(plan.subscription)],
              [
                'Stripe',
                plan.stripe_customer && (
                  <a
                    key="stripe"
                    href={`https://dashboard.stripe.com/customers/${encodeURIComponent(plan.stripe_customer)}`}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    {plan.stripe_customer}
                  </a>
                ),
              ],
            ]}
          />
        </section>
        <PersonGifts user={user} plan={plan} change={change} />
        {plan.stripe_customer && <PersonPayments user={user} plan={plan} onChange={onChange} />}
        <section aria-labelledby="person-access">
          <h3 id="person-access">{suspended ? 'Lift the suspension' : 'Suspend'}</h3>
          {user.role === 'admin' ? (
            <p>An admin can’t be suspended. Take the role away first.</p>
          ) : suspended ? (
            <ReasonForm
              actions={[{ text: 'Lift', label: `Lift the suspension of ${user.name}` }]}
              label={m.admin_forms_reason_person({ name: user.name })}
              onDecide={({ reason }) => change({ action: 'lift', reason })}
            />
          ) : (
            <>
              <p>Signed out everywhere, live dream ended and not counted, public links dead meanwhile.</p>
              <ReasonForm
                actions={[{ text: 'Suspend', label: `Suspend ${user.name}`, isDanger: true }]}
                label={m.admin_forms_reason_person({ name: user.name })}
                hasEnd
                onDecide={({ reason, until }) =>
                  change({ action: 'suspend', reason, ...(until && { until }) })
                }
              />
            </>
          )}
        </section>
        {user.role !== 'admin' && !user.erasure_at && (
          <section aria-labelledby="person-close">
            <h3 id="person-close">Close the account</h3>
            <p>For an owner who asked for it: erased in 14 days, unless they sign in and keep it.</p>
            <ReasonForm
              actions={[{ text: 'Close it', label: `Close it: the account of ${user.name}`, isDanger: true }]}
              label={m.admin_forms_reason_operators()}
              onDecide={({ reason }) => change({ action: 'closeAccount', reason })}
            />
          </section>
        )}
        <PersonRights user={user} onChange={(body) => change(body)} />
        <section aria-labelledby="person-notes">
          <h3 id="person-notes">Notes</h3>
          <NoteForm onNote={(note) => change({ action: 'addNote', ...note })} />
          <Lines label="Notes" nothing="No notes." lines={linesOf(notes.filter((note) => !note.withheld))} />
          {withheld.length > 0 && (
            <>
              <h4>Withheld from this person</h4>
              <Lines label="Withheld notes" nothing="" lines={linesOf(withheld)} />
            </>
          )}
        </section>
        <section aria-labelledby="person-dreams">
          <h3 id="person-dreams" className="numbers">
            Dreams ({dreams.total})
          </h3>
          <Lines
            label="Dreams"
            nothing="No dream yet."
            lines={dreams.newest.map((dream) => ({
              at: dream.asked_at,
              what: <a href={dreamAddress(dream.session_id)}>{nameOf(dream) || 'untitled'}</a>,
              detail: [
                dream.job_status,
                dream.counted ? 'counted' : 'not counted',
                dream.deleted && 'deleted',
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
        </section>
        <section aria-labelledby="person-mails">
          <h3 id="person-mails">Mails</h3>
          <Lines
            label="Mails"
            nothing="No mail yet."
            lines={mails.map(({ id, at, subject, state, error, text }) => ({
              at,
              what: subject,
              detail: (
                <>
                  {[state, error].filter(Boolean).join(': ')}
                  {text !== null && (
                    <details className="person-mail">
                      <summary>Read it</summary>
                      <p dir="auto">{text}</p>
                      <button
                        type="button"
                        className="admin-button"
                        aria-label={`Send again: ${subject}`}
                        onClick={() => void sendAgain(id)}
                      >
                        Send again
                      </button>
                    </details>
                  )}
                </>
              ),
            }))}
          />
        </section>
        <section aria-labelledby="person-signins">
          <h3 id="person-signins">Sign-ins</h3>
          <Lines
            label="Sign-ins"
            nothing="None in the last 90 days."
            lines={sign_ins.map(({ at, what, address, device }) => ({
              at,
              what,
              detail: [device, address].filter(Boolean).join(' · '),
            }))}
          />
        </section>
        <section aria-labelledby="person-history">
          <h3 id="person-history">History</h3>
          <Lines
            label="History"
            nothing="Nothing yet."
            lines={history.map(({ at, what, by, from }) => ({
              at,
              what,
              detail: [by && `by ${by}`, from && `from ${from}`].filter(Boolean).join(' '),
            }))}
          />
        </section>
      </div>
    </article>
  );

  async function sendAgain(mailId: string): Promise<void> {
    const done = await change({ action: 'sendMailAgain', mailId }, {}).then(
      () => 'The mail was sent again.',
      (fault: unknown) => failureText(fault, 'The mail could not be sent again.'),
    );
    await showAlert(done);
  }

  async function change(body: object, about: object = { userId: user.id }): Promise<void> {
    try {
      await adminApi('person-data', { ...about, ...body });
    } finally {
      // The change stands even if the mail fails.
      onChange();
    }
  }
}

const linesOf = (notes: PersonAnswer['notes']) =>
  notes.map(({ at, by, text }) => ({ at, what: text, detail: by && `by ${by}` }));

/** Its state, and its end or renewal while it is active. */
function subscriptionText({
  status,
  cancels,
  until,
}: NonNullable<PersonAnswer['plan']['subscription']>): string {
  if (status === 'canceled' || status === 'incomplete_expired') return status.replace('_', ', ');
  return `${status.replace('_', ' ')}, ${cancels ? 'ends' : 'renews'} ${localTime(until)}`;
}

type PersonProps = PersonAnswer & { onChange: () => void };

import { useState } from 'react';
import type { ProfilesAnswer, ReportedProfile } from '../../../modules/admin/contract/reports.ts';
import { REPORT_REASONS } from '../../../modules/dreams/contract/report-reasons.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { localTime } from '../format.ts';
import { ReasonForm } from '../reason-form.tsx';
import { personAddress } from '../use-asked.ts';
import { useLive } from '../use-live.ts';

const POLL_MS = 30_000;

/** Reported public profiles, and those that operators have closed; nothing while there are none. */
export function ReportedProfiles() {
  const { data, mutate } = useLive<ProfilesAnswer, string>(
    'profiles',
    () => adminApi('profile-data', { action: 'getProfiles' }),
    { everyMs: POLL_MS, what: 'profiles not read' },
  );
  if (!data || data.profiles.length === 0) return null;
  return (
    <>
      <h3>{m.profiles_admin_title()}</h3>
      <ol className="reported-dreams">
        {data.profiles.map((profile) => (
          <ProfileCard key={profile.user_id} profile={profile} onChange={() => void mutate()} />
        ))}
      </ol>
    </>
  );
}

function ProfileCard({ profile, onChange }: { profile: ReportedProfile; onChange: () => void }) {
  const { user_id: userId, handle, name, bio, taken_down: down, reports } = profile;
  const [busy, setBusy] = useState(false);
  const seen = async () => {
    setBusy(true);
    try {
      await adminApi('profile-data', { action: 'seen', userId });
      onChange();
    } catch (error) {
      await showAlert(failureText(error, m.admin_forms_no_answer()));
    }
    setBusy(false);
  };
  const label = `@${handle}`;
  return (
    <li className="admin-card reported-profile">
      <h4>
        <a href={`/@${handle}`} target="_blank" rel="noopener">
          <bdi>{label}</bdi>
        </a>
      </h4>
      {name && <p dir="auto">{name}</p>}
      {bio && <p dir="auto">{bio}</p>}
      <p>
        <a href={personAddress(userId)}>{m.profiles_admin_owner()}</a>
      </p>
      {down && (
        <p className="notice">{m.admin_dreams_report_closed({ ...down, time: localTime(down.at) })}</p>
      )}
      <ul className="reported-reasons">
        {reports.map(({ reason, message, at }) => (
          <li key={`${at} ${reason}`}>
            {m.admin_dreams_report_line({
              strong: (words) => <strong>{words}</strong>,
              reason: REPORT_REASONS[reason].text(),
              time: localTime(at),
            })}
            {message && <q dir="auto">{message}</q>}
          </li>
        ))}
      </ul>
      {reports.length > 0 && (
        <button
          type="button"
          className="button button-quiet"
          disabled={busy}
          aria-label={m.admin_dreams_report_ok_label({ name: label })}
          onClick={() => void seen()}
        >
          {m.admin_dreams_report_ok()}
        </button>
      )}
      <ReasonForm
        label={m.profiles_admin_reason()}
        actions={[
          down
            ? {
                value: 'putBack',
                text: m.profiles_admin_open(),
                label: m.profiles_admin_open_label({ handle: `@${handle}` }),
              }
            : {
                value: 'takeDown',
                text: m.profiles_admin_close(),
                label: m.profiles_admin_close_label({ handle: `@${handle}` }),
                isDanger: true,
              },
        ]}
        onDecide={async ({ action: { value: action }, reason }) => {
          await adminApi('profile-data', { action, userId, reason });
          onChange();
        }}
      />
    </li>
  );
}

import { AlertIcon, CheckIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import { Field } from '../../web/layout/field.tsx';
import { BIO_MAX, HANDLE_MAX, HANDLE_MIN, PROFILE_NAME_MAX } from '../contract/limits.ts';
import type { ProfileRow } from '../store.ts';

interface EditProfilePageProps {
  profile: ProfileRow | null;
  /** The values that were typed, if they couldn't be saved. */
  typed?: Record<string, string> | undefined;
  faults: { handle?: string; name?: string; bio?: string };
  collections: readonly { id: string; name: string }[];
  origin: string;
  isSaved: boolean;
}

/** Works without script. */
export function EditProfilePage(props: EditProfilePageProps) {
  const { profile, typed, faults, collections, origin, isSaved } = props;
  const value = (name: 'handle' | 'name' | 'bio') => typed?.[name] ?? profile?.[name] ?? '';
  const collection = typed?.collection ?? profile?.collectionId ?? '';
  return (
    <div className="settings profile-page">
      <h1>{m.profiles_title()}</h1>
      {isSaved && (
        <div className="notice notice-good" role="status">
          <CheckIcon />
          <p>{m.profiles_saved()}</p>
        </div>
      )}
      {profile && profile.takenDownAt !== null && (
        <div className="notice">
          <AlertIcon />
          <p>{m.profiles_taken_down({ reason: profile.takenDownReason ?? '' })}</p>
        </div>
      )}
      <section className="card profile-edit" aria-label={m.profiles_title()}>
        <p>{m.profiles_text()}</p>
        {profile?.open && profile.takenDownAt === null && <Links origin={origin} handle={profile.handle} />}
        <form method="post" action="/settings/profile">
          <label className="check">
            <input
              type="checkbox"
              name="open"
              value="yes"
              defaultChecked={typed ? typed.open === 'yes' : (profile?.open ?? false)}
            />
            {m.profiles_open()}
          </label>
          <Field
            id="profile-handle"
            label={m.profiles_handle()}
            hint={m.profiles_handle_hint({ min: HANDLE_MIN, max: HANDLE_MAX })}
            fault={faults.handle}
          >
            {(about) => (
              <input
                {...about}
                className="field"
                name="handle"
                defaultValue={value('handle')}
                required
                maxLength={HANDLE_MAX + 1}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
              />
            )}
          </Field>
          <Field id="profile-name" label={m.profiles_name()} fault={faults.name}>
            {(about) => (
              <input
                {...about}
                className="field"
                name="name"
                defaultValue={value('name')}
                maxLength={PROFILE_NAME_MAX}
                autoComplete="off"
                placeholder=" "
                dir="auto"
              />
            )}
          </Field>
          <Field id="profile-bio" label={m.profiles_bio()} fault={faults.bio}>
            {(about) => (
              <textarea
                {...about}
                className="field"
                name="bio"
                rows={3}
                defaultValue={value('bio')}
                maxLength={BIO_MAX}
                placeholder=" "
                dir="auto"
              />
            )}
          </Field>
          <Field id="profile-collection" label={m.profiles_collection()} hint={m.profiles_collection_hint()}>
            {(about) => (
              <select {...about} className="field" name="collection" defaultValue={collection}>
                <option value="">{m.profiles_collection_none()}</option>
                {collections.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <p>
            <a href="/collections">{m.dreams_collections_all()}</a>
          </p>
          <div className="card-actions">
            <button type="submit" className="button button-primary">
              {m.profiles_save()}
            </button>
            <a className="button" href="/settings">
              {m.profiles_back()}
            </a>
          </div>
        </form>
      </section>
      {profile && (
        <section className="card profile-edit" aria-labelledby="clear-title">
          <h2 id="clear-title">{m.profiles_clear()}</h2>
          <p>{m.profiles_clear_text()}</p>
          <form method="post" action="/settings/profile/clear">
            <button type="submit" className="button button-danger">
              {m.profiles_clear()}
            </button>
          </form>
        </section>
      )}
    </div>
  );
}

function Links({ origin, handle }: { origin: string; handle: string }) {
  const address = `${origin}/@${handle}`;
  return (
    <ul className="rows">
      {[address, `${address}/feed.xml`].map((link) => (
        <li key={link}>
          <a href={link} dir="ltr" className="clip">
            {link}
          </a>
        </li>
      ))}
    </ul>
  );
}

import type { SettingChanges, SetupPartId } from '../../modules/admin/contract/setup.ts';
import { AppError, badRequest } from '../../modules/kit/errors.ts';
import { formatList } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { SettingFault } from '../config.ts';
import { type Environment, given } from '../settings/environment.ts';
import { keptFault } from '../settings/kept-names.ts';
import type { Texts } from '../settings/kept-settings.ts';
import { untypedSecrets } from '../settings/typed-again.ts';
import { isOnPart } from './fields.ts';

/**
 * Applies one card's changes to the kept settings.
 * @throws AppError 400 for an invalid change or a secret that would go to a new server; 409 for a setting that the
 * environment sets
 */
export function changedTexts(
  kept: Texts,
  environment: Environment,
  part: SetupPartId,
  changes: SettingChanges,
): Texts {
  const own = given(environment);
  const texts: Record<string, string> = { ...kept };
  for (const [name, text] of Object.entries(changes)) {
    if (!isOnPart(part, name)) throw badRequest(m.setup_error_foreign({ name }));
    if (name in own) throw new AppError(409, 'environment', m.setup_error_locked({ name }));
    const typed = text?.trim();
    const fault = typed && keptFault(name, typed);
    if (fault) throw wrongSettings([{ name, text: fault }]);
    if (typed) texts[name] = typed;
    else delete texts[name];
  }
  const untyped = untypedSecrets({ ...kept, ...own }, { ...texts, ...own }, changes).map(
    ({ name, because }) => ({
      name,
      text: name in own ? m.setup_retype_environment({ name: because }) : m.setup_retype({ name: because }),
    }),
  );
  if (untyped.length > 0) throw wrongSettings(untyped);
  return texts;
}

export const wrongSettings = (faults: readonly SettingFault[]): AppError =>
  new AppError(
    400,
    'settings',
    m.setup_error_wrong({
      faults: formatList(
        faults.map(({ name, text }) => `${name}: ${text}`),
        'unit',
      ),
    }),
    { extra: { faults } },
  );

import type { BillingConfig } from '../billing/settings.ts';
import type { DreamsConfig } from '../dreams/settings.ts';
import { defineDaily } from '../jobs/define-daily.ts';
import type { Kit, Module } from '../module.ts';
import type { Checked } from '../safety/settings.ts';
import type { SiteConfig } from '../web/settings.ts';
import { createHelpPersonalData } from './personal-data.ts';
import { type HelpDeps, registerHelp } from './routes.ts';
import type { HelpConfig } from './settings.ts';
import { createHelpStore } from './store.ts';

/** The help chat, answered by a model or from the help document. */
export function createHelp(
  kit: Kit<HelpConfig & SiteConfig & BillingConfig & DreamsConfig & Checked>,
  ports: Pick<HelpDeps, 'billing'>,
): Module {
  const store = createHelpStore(kit.db, kit.clock);
  return {
    register: (app) => registerHelp(app, { ...kit, ...ports, store }),
    schedules: [defineDaily('forget-help', '00:20', store.dropOld)],
    personalData: createHelpPersonalData(kit.db),
  };
}

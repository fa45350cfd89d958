import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Kit, Module } from '../module.ts';
import type { HelpConfig } from './contract/settings.ts';
import type { HelpFacts } from './help-document.ts';
import { createHelpPersonalData } from './personal-data.ts';
import { type HelpDeps, registerHelp } from './routes.ts';
import { createHelpStore } from './store.ts';

/** The help chat, answered by a model or from the help document. */
export function createHelp(kit: Kit<HelpConfig & HelpFacts>, ports: Pick<HelpDeps, 'billing'>): Module {
  const store = createHelpStore(kit.db, kit.clock);
  return {
    register: (app) => registerHelp(app, { ...kit, ...ports, store }),
    schedules: [defineDaily('forget-help', '00:20', store.dropOld)],
    personalData: createHelpPersonalData(kit.db),
  };
}

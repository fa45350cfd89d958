/** Fills slots such as `{{APP_NAME}}` in a text. @throws Error if a slot has no value */
export const fillSlots = (text: string, facts: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`the text names {{${name}}}, which nobody fills in`);
    return fact;
  });

/** Puts facts into a text with slots such as `{{APP_NAME}}`. @throws Error for a slot that has no fact */
export const fillSlots = (text: string, facts: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`the text names {{${name}}}, which nobody fills in`);
    return fact;
  });

export interface Message {
  role: string;
  content: string;
}

type Body = { messages: readonly Message[] } & Record<string, unknown>;

/** Faults that servers find with a request, as their words name them, and the form in which it is sent instead. */
const ADJUSTMENTS: readonly { when: RegExp; apply: (body: Body) => Body }[] = [
  {
    // Newer models want the second name and older servers know the first alone.
    when: /max_(?:completion_)?tokens/i,
    apply: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
  },
  {
    when: /system (?:role|message|prompt|instruction)|developer instruction|role[^.]{0,40}\bsystem\b|only user\b[^.]{0,30}\broles?/i,
    apply: (body) => ({ ...body, messages: alternating(withoutSystem(body.messages)) }),
  },
  { when: /alternat/i, apply: (body) => ({ ...body, messages: alternating(body.messages) }) },
  { when: /\bstream\b/i, apply: ({ stream, ...body }) => body },
];

/** The form that one server wants requests in, as its refusals have shown. */
export function createAdjustments() {
  const kept = new Set<number>();
  const applyAll = (wanted: ReadonlySet<number>, body: Body) =>
    ADJUSTMENTS.reduce((sent, { apply }, index) => (wanted.has(index) ? apply(sent) : sent), body);
  return {
    apply: (body: Body) => applyAll(kept, body),
    /** Another way after a refusal in these words, or null; a way that it once took may be the one that it refuses now. */
    after(said: string) {
      const refused = ADJUSTMENTS.findIndex(({ when }) => when.test(said));
      if (refused < 0) return null;
      const wanted = kept.symmetricDifference(new Set([refused]));
      return {
        apply: (body: Body) => applyAll(wanted, body),
        keep() {
          if (wanted.has(refused)) kept.add(refused);
          else kept.delete(refused);
        },
      };
    },
  };
}

/** The system's text before the first words of the person. */
function withoutSystem(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return [
    { role: 'user', content: system.join('\n\n') },
    ...messages.filter(({ role }) => role !== 'system'),
  ];
}

/** Begins with the person and lets nobody speak twice in a row, as some models' templates demand. */
function alternating(messages: readonly Message[]): Message[] {
  const turns: Message[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else if (role !== 'assistant' || last?.role === 'user') turns.push({ role, content });
  }
  return turns;
}

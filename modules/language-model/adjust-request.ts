export interface Message {
  role: string;
  content: string;
}

type Body = { messages: readonly Message[] } & Record<string, unknown>;

/** Faults that servers find with a request, as their words name them, and the form in which it is sent instead. */
const ADJUSTMENTS: readonly { when: RegExp; apply: (body: Body) => Body }[] = [
  {
    // Before the rest, which its words may name as well: many servers know no form, and some another one.
    when: /response_?format|json_?schema|structured|grammar|guided/i,
    apply: ({ response_format, ...body }) => body,
  },
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

/** Place of the form of answers among them. */
const FORM = 0;

/** Adjustments by their places in the list. */
type Way = ReadonlySet<number>;

/** The form that one server wants requests in, as its refusals have shown. */
export function createAdjustments() {
  let kept: Way = new Set();
  return {
    known: () => kept,
    apply: (way: Way, body: Body): Body =>
      ADJUSTMENTS.reduce((sent, { apply }, index) => (way.has(index) ? apply(sent) : sent), body),
    /**
     * The adjustment that a refusal in these words asks for, or null; one that was once made may be what it refuses now.
     * @param mayBeForm a refusal that names no reason may be about the form of the answer
     */
    named(said: string, mayBeForm: boolean): number | null {
      const named = ADJUSTMENTS.findIndex(({ when }) => when.test(said));
      if (named >= 0) return named;
      return mayBeForm ? FORM : null;
    },
    keep(way: Way): void {
      kept = way;
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

export interface Message {
  role: string;
  content: string;
}

type Body = { messages: readonly Message[] } & Record<string, unknown>;

/** Complaints that servers make about a request, recognised by their wording, and how to change the request. */
const ADJUSTMENTS: readonly { when: RegExp; apply: (body: Body) => Body }[] = [
  {
    // First, because its wording may match the others too. Many servers don't support response formats, or support a
    // different one.
    when: /response_?format|json_?schema|structured|grammar|guided/i,
    apply: ({ response_format, ...body }) => body,
  },
  {
    // Newer models require the second name; older servers only know the first.
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

/** Index of the response format adjustment. */
const FORM = 0;

/** Adjustments by index. */
type Way = ReadonlySet<number>;

/** The adjustments that one server needs, learned from its rejections. */
export function createAdjustments() {
  let kept: Way = new Set();
  return {
    known: () => kept,
    apply: (way: Way, body: Body): Body =>
      ADJUSTMENTS.reduce((sent, { apply }, index) => (way.has(index) ? apply(sent) : sent), body),
    /**
     * The adjustment that this rejection calls for, or null. If it was already applied, that may be what is being
     * rejected now.
     * @param mayBeForm a rejection without a reason may be about the response format
     */
    named(body: string, mayBeForm: boolean): number | null {
      const named = ADJUSTMENTS.findIndex(({ when }) => when.test(body));
      if (named >= 0) return named;
      return mayBeForm ? FORM : null;
    },
    keep(way: Way): void {
      kept = way;
    },
  };
}

/** Moves the system text into a user message at the start. */
function withoutSystem(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return [
    { role: 'user', content: system.join('\n\n') },
    ...messages.filter(({ role }) => role !== 'system'),
  ];
}

/** Starts with the user and merges consecutive turns of the same role, as some chat templates require. */
function alternating(messages: readonly Message[]): Message[] {
  const turns: Message[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else if (role !== 'assistant' || last?.role === 'user') turns.push({ role, content });
  }
  return turns;
}

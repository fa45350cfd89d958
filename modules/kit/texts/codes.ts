/**
 * A text for later readers: a message of a catalog with its slots, or a formatted value. Stored texts, and those from
 * other processes, consist of codes and of literal text around them.
 */
export type Code = (
  | { code: string; slots: Readonly<Record<string, unknown>> }
  | { format: string; options: unknown; value: unknown }
) & {
  /** in English, for logs, and for programs that don't know the code */
  text: string;
};

/** Delimiters that no text holds otherwise: input from people has no control characters, and JSON escapes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is why they were chosen
const CODES = /\u0002([^\u0002\u0003]*)\u0003/g;
export const hasCodes = (text: string): boolean => text.includes('\u0002');

export const coded = (code: Code): string => `\u0002${JSON.stringify(code)}\u0003`;

/** Renders the codes in a text and leaves all else, such as sentences of earlier versions, as it is. */
export const renderCodes = (text: string, render: (code: Code) => string): string =>
  hasCodes(text)
    ? text.replace(CODES, (all, json: string) => {
        const code = parsed(json);
        return code ? render(code) : all;
      })
    : text;

function parsed(json: string): Code | null {
  try {
    const code = JSON.parse(json) as Code | null;
    return typeof code?.text === 'string' ? code : null;
  } catch {
    return null;
  }
}

/** Cuts a text to a length, unless it has codes, which must stay whole. */
export const cutText = (text: string, most: number): string => (hasCodes(text) ? text : text.slice(0, most));

/** A text with its codes in English, for logs and other programs. */
export const englishText = (text: string): string => renderCodes(text, (code) => code.text);

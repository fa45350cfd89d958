import type { InputHTMLAttributes } from 'react';

/** A field for one e-mail address. With `type="email"`, browsers reject local parts beyond ASCII. */
export function EmailInput(props: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <input
      {...props}
      className="field"
      name="email"
      type="text"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoComplete="email"
      required
      maxLength={254}
    />
  );
}

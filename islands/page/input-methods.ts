/**
 * Keeps key presses during IME composition away from our handlers: Enter ends a composition rather than sending or
 * submitting, Escape and arrows choose. Safari reports the final key after the composition has ended, recognizable only
 * by its key code.
 */
export function leaveKeysToInputMethods() {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== COMPOSED_KEY) return;
      event.stopImmediatePropagation();
      // Stops the native form submission.
      if (event.key === 'Enter' && event.keyCode === COMPOSED_KEY) event.preventDefault();
    },
    true,
  );
}

const COMPOSED_KEY = 229;

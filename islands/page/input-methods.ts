/**
 * While words are composed by an input method, its keys are its own: Enter ends a composition and neither sends nor
 * submits, Escape and arrows choose. Safari reports the key that ends one after its end, known by its code alone.
 */
export function leaveKeysToInputMethods() {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== COMPOSED_KEY) return;
      event.stopImmediatePropagation();
      // The form of a field is submitted by no script.
      if (event.key === 'Enter' && event.keyCode === COMPOSED_KEY) event.preventDefault();
    },
    true,
  );
}

const COMPOSED_KEY = 229;

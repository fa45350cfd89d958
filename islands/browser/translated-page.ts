/**
 * A browser that translates a page puts <font> elements around its text nodes or in their place. React holds on to those
 * nodes, and its next change would throw: here they are found again where they are now.
 */
export function bearTranslation(islands: Iterable<Element>) {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const own = standIn(this, child);
    if (own) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    insertBefore.call(this, child, next && standIn(this, next));
    return child;
  };
  const watch = new MutationObserver((records) => {
    for (const record of records) noteTranslation(record);
  });
  for (const island of islands) watch.observe(island, { childList: true, subtree: true });
}

/** The <font> elements that took the places of text nodes. */
const translations = new WeakMap<Node, Element>();

/** The child of a parent that holds this node, or stands for it; null where it is gone. */
function standIn(parent: Node, node: Node): Node | null {
  let own: Node | null = node;
  while (own && own.parentNode !== parent) own = own.parentNode;
  if (own) return own;
  const translated = translations.get(node);
  return translated ? standIn(parent, translated) : null;
}

function noteTranslation({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord) {
  for (const node of removedNodes) {
    if (!(node instanceof Text) || node.isConnected) continue;
    const translated = [...addedNodes, previousSibling, nextSibling].find(isFont);
    if (!translated) continue;
    translations.set(node, translated);
    changes.observe(node, { characterData: true });
  }
}

const isFont = (node: Node | null): node is HTMLFontElement => node instanceof HTMLFontElement;

/** New words come back into their place, where the browser translates them like the first. */
const changes = new MutationObserver((records) => {
  for (const { target } of records) {
    translations.get(target)?.replaceWith(target);
    translations.delete(target);
  }
});

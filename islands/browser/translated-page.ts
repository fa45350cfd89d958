/**
 * Keeps React working on translated pages. A browser's translator wraps text nodes in <font> elements or replaces them,
 * while React keeps references to the old nodes and would throw on its next change. This finds the nodes that stand in
 * for them.
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

/** The <font> elements that replaced text nodes. */
const translations = new WeakMap<Node, Element>();

/** The child of `parent` that contains the node or its translation; null if it is gone. */
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

/** Puts a changed text node back in place, so that the browser translates it again. */
const changes = new MutationObserver((records) => {
  for (const { target } of records) {
    translations.get(target)?.replaceWith(target);
    translations.delete(target);
  }
});

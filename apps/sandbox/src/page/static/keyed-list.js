/**
 * Updates a list of elements to match a list of items. Reuses existing elements, which keep their focus and open state.
 *
 * @param create makes the element of a new item
 * @param update updates an existing element to its item
 */
export function keyedList(container, create, update = () => {}) {
  const known = new Map();
  return (items) => {
    const keys = new Set(items.map(({ key }) => key));
    for (const [key, node] of known) {
      if (keys.has(key)) continue;
      node.remove();
      known.delete(key);
    }
    let previous = null;
    for (const item of items) {
      const node = known.get(item.key) ?? create(item);
      known.set(item.key, node);
      update(node, item);
      const expected = previous ? previous.nextSibling : container.firstChild;
      if (node !== expected) container.insertBefore(node, expected);
      previous = node;
    }
    container.parentElement.querySelector(':scope > .empty')?.toggleAttribute('hidden', items.length > 0);
  };
}

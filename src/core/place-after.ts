/**
 * The items in their order, but each item with `after` follows the item of that name, or comes last if no item has it. Items with the same
 * `after` keep their order.
 */
export function placeAfter<Item extends { after?: string }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] {
  const placed = items.filter(({ after }) => after === undefined);
  for (const item of items.filter(({ after }) => after !== undefined)) {
    const at = placed.findLastIndex((other) => nameOf(other) === item.after || other.after === item.after);
    placed.splice(at < 0 ? placed.length : at + 1, 0, item);
  }
  return placed;
}

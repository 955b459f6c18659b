import { Extension, InputRule, markInputRule } from '@tiptap/core';
import type { MarkType, Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';

/** What may be typed instead of chosen: `## `, `### `, `> `, `- `, `1. `, `*so*`, `**so**` and `` `so` ``. */
export const TypedMarks = Extension.create({
  name: 'typedMarks',
  addInputRules() {
    const { marks } = this.editor.schema;
    return [
      block(/^##?\s$/, 'heading'),
      block(/^###\s$/, 'subheading'),
      block(/^>\s$/, 'quote'),
      block(/^[-*]\s$/, 'list'),
      block(/^1\.\s$/, 'list', true),
      markInputRule({ find: /(?:^|\s)(\*\*(?!\s)([^*]+)\*\*)$/, type: marks.strong as MarkType }),
      markInputRule({ find: /(?:^|\s)(\*(?!\s)([^*]+)\*)$/, type: marks.em as MarkType }),
      markInputRule({ find: /(?:^|\s)(`([^`]+)`)$/, type: marks.code as MarkType }),
    ];
  },
});

/** Turns the paragraph that begins so into another block; it keeps its id. */
function block(find: RegExp, name: string, ordered = false): InputRule {
  return new InputRule({
    find,
    handler: ({ state, range }) => {
      const { tr, schema } = state;
      const $from = tr.doc.resolve(range.from);
      if ($from.parent.type.name !== 'paragraph') return null;
      tr.delete(range.from, range.to);
      const at = $from.before();
      const type = schema.nodes[name];
      const attrs = { id: $from.parent.attrs.id, raw: null };
      if (!type) return null;
      if (name !== 'list') tr.setNodeMarkup(at, type, attrs);
      else {
        const item = schema.nodes.item?.create(null, (tr.doc.nodeAt(at) as Node).content) as Node;
        tr.replaceWith(at, at + (tr.doc.nodeAt(at) as Node).nodeSize, type.create({ ...attrs, ordered }, item));
        tr.setSelection(TextSelection.create(tr.doc, at + 2));
      }
      return undefined;
    },
  });
}

import { Extension } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { toNode } from './blocks.ts';
import { cleanHtml, quieted } from './clean-html.ts';
import { readPlain } from './plain-text.ts';

/** What is pasted or dropped comes in as clean blocks, wherever it was copied. */
export const Clipboard = Extension.create({
  name: 'clipboard',
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => (html.includes('data-pm-slice') ? quieted(html) : cleanHtml(html)),
          clipboardTextParser: (text) => {
            const blocks = readPlain(text).map((block) => toNode(schema, { ...block, id: '' }));
            const nodes = blocks.map((node) => node.type.create({ ...node.attrs, id: null, raw: null }, node.content));
            const isText = (node: (typeof nodes)[number] | undefined) => (node?.type.name === 'paragraph' ? 1 : 0);
            return new Slice(Fragment.from(nodes), isText(nodes[0]), isText(nodes.at(-1)));
          },
        },
      }),
    ];
  },
});

import {
  blockSchema,
  type Copy,
  newsroomCopySchema,
  packetSchema,
  sourceSchema,
  type UnfinishedCopy,
} from '../model/copy.ts';

/** Copy that the schema accepts, and the names of the fields whose new value was left out. */
export type ValidCopy = { copy: Copy; left: string[] };

/**
 * The part of unfinished copy that can be saved: each valid part as typed, each other part from `base`. Null when even that is
 * not valid.
 */
export function takeValidParts(typed: UnfinishedCopy, base: Copy): ValidCopy | null {
  const whole = newsroomCopySchema.safeParse(typed);
  if (whole.success) return { copy: whole.data, left: [] };
  const left: string[] = [];
  const taken: Record<string, unknown> = {};
  for (const name of newsroomCopySchema.keyof().options) {
    const { success, data } = newsroomCopySchema.shape[name].safeParse(typed[name]);
    if (!success) left.push(name);
    taken[name] = success ? data : partly(name, typed, base);
  }
  const read = newsroomCopySchema.safeParse(
    Object.fromEntries(Object.entries(taken).filter(([, value]) => value !== undefined)),
  );
  return read.success ? { copy: read.data, left } : null;
}

/** The valid parts of a field; the other parts come from the base. */
function partly(name: keyof Copy, typed: UnfinishedCopy, base: Copy): unknown {
  switch (name) {
    case 'bodyBlocks': {
      const blocks = typed.bodyBlocks.flatMap((block) => {
        const before = base.bodyBlocks.find(({ id }) => id === block.id);
        return blockSchema.safeParse(block).success ? [block] : before ? [before] : [];
      });
      return blocks.length > 0 ? blocks : base.bodyBlocks;
    }
    case 'sources':
      return (typed.sources ?? []).flatMap((source, at) => {
        const before = base.sources?.[at];
        return sourceSchema.safeParse(source).success ? [source] : before ? [before] : [];
      });
    case 'editorialPacket': {
      const notes = packetSchema.keyof().options.map((note) => {
        const words = typed.editorialPacket?.[note];
        return [note, packetSchema.shape[note].safeParse(words).success ? words : base.editorialPacket?.[note]];
      });
      return Object.fromEntries(notes.filter(([, words]) => words !== undefined));
    }
    default:
      return base[name];
  }
}

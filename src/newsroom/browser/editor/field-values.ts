import { OPTIONAL_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import { type Copy, packetSchema, type UnfinishedCopy } from '#article/copy.ts';

// The fields of an article other than the body, as strings by name for the form; lists as JSON.

export type FieldValues = Record<string, string>;

const PLAIN = ['headline', 'dek', 'slug', 'section', 'authorId', 'heroAssetId', ...OPTIONAL_TEXT_NAMES] as const;
const PACKET_FIELDS = packetSchema.keyof().options;

/** The fields of a copy; missing fields are empty strings. */
export function flatten(copy: UnfinishedCopy | Copy): FieldValues {
  return {
    ...Object.fromEntries(PLAIN.map((name) => [name, copy[name] ?? ''])),
    tagIds: JSON.stringify(copy.tagIds ?? []),
    sources: JSON.stringify(
      (copy.sources ?? []).map(({ title, url, publisher, note }) => ({
        title,
        url,
        ...(publisher && { publisher }),
        ...(note && { note }),
      })),
    ),
    ...Object.fromEntries(PACKET_FIELDS.map((name) => [`editorialPacket.${name}`, copy.editorialPacket?.[name] ?? ''])),
  };
}

/** The copy with these fields; empty fields are omitted or null, as the schema requires. */
export function unflatten(flat: FieldValues, bodyBlocks: UnfinishedCopy['bodyBlocks']): UnfinishedCopy {
  const notes = PACKET_FIELDS.flatMap((name) =>
    flat[`editorialPacket.${name}`] ? [[name, flat[`editorialPacket.${name}`]]] : [],
  );
  const { headline = '', dek = '', slug = '', section = '' } = flat;
  return {
    bodyBlocks,
    headline,
    dek,
    slug,
    section,
    ...(flat.authorId && { authorId: flat.authorId }),
    heroAssetId: flat.heroAssetId || null,
    ...valuesOf(OPTIONAL_TEXT_NAMES, (name) => flat[name] || null),
    sources: JSON.parse(flat.sources ?? '[]') as NonNullable<UnfinishedCopy['sources']>,
    tagIds: JSON.parse(flat.tagIds ?? '[]') as string[],
    ...(notes.length > 0 && { editorialPacket: Object.fromEntries(notes) }),
  };
}

/** Whether two copies have the same text in every field and block. */
export function sameCopy(unfinished: UnfinishedCopy, other: UnfinishedCopy): boolean {
  const normal = (copy: UnfinishedCopy) => JSON.stringify(unflatten(flatten(copy), copy.bodyBlocks.map(blockOf)));
  return normal(unfinished) === normal(other);
}

function blockOf({ id, type, text }: UnfinishedCopy['bodyBlocks'][number]) {
  return { id, type, text };
}

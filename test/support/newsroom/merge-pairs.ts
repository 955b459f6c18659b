import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BodyBlock, UnfinishedCopy } from '#article/copy.ts';
import { type MergedCopy, mergeCopy, resolveCopy } from '#newsroom/browser/editor/merge/merge-copy.ts';

// Random pairs of edits of one article by two people, and what must hold of their merge: every word of both is in the result or
// in a named choice, and no sentence is there twice.

const word = fc.constantFrom(...'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda'.split(' '));
const sentence = fc
  .array(word, { minLength: 3, maxLength: 7 })
  .map((words) => `${words.join(' ')}.`.replace(/^./, (first) => first.toUpperCase()));
const article = fc.uniqueArray(sentence, { minLength: 3, maxLength: 14 }).chain((sentences) =>
  fc
    .array(fc.constantFrom('paragraph', 'paragraph', 'paragraph', 'list', 'heading', 'quote'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((types) => articleOf(sentences, types as BodyBlock['type'][])),
);
const ACTS = [
  'type',
  'type',
  'type',
  'reword',
  'reword',
  'drop',
  'move',
  'split',
  'join',
  'block',
  'remove',
  'swap',
  'field',
];
const edits = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS), block: fc.nat(9), at: fc.nat(9), word: fc.nat(9), to: fc.nat(9) }),
  { minLength: 1, maxLength: 5 },
);
type Edit = { act: string; block: number; at: number; word: number; to: number };

/** Merges `numRuns` random pairs; returns how many had a question, and how many places were merged in all. */
export function mergePairs(numRuns: number, seed?: number): { asked: number; mixed: number } {
  const counts = { asked: 0, mixed: 0 };
  fc.assert(
    fc.property(article, edits, edits, (base, my, their) => {
      const [mine, theirs] = [edit(base, 'Mine', my), edit(base, 'Theirs', their)];
      const merged = mergeCopy(base, mine, theirs);
      checkWords(merged, mine, theirs);
      checkSentences(
        resolveCopy(
          merged,
          merged.conflicts.map(() => 'mine'),
        ),
        mine,
        theirs,
      );
      checkChoices(merged, mine, theirs);
      if (merged.conflicts.length > 0 || merged.body.some(({ kind }) => kind === 'conflict')) counts.asked++;
      counts.mixed += merged.body.filter((one) => one.kind === 'block' && one.from === 'merged').length;
    }),
    { numRuns, ...(seed !== undefined && { seed }) },
  );
  return counts;
}

function articleOf(sentences: readonly string[], types: readonly BodyBlock['type'][]): UnfinishedCopy {
  const size = Math.ceil(sentences.length / types.length);
  const bodyBlocks = types.flatMap((type, at): BodyBlock[] => {
    const own = sentences.slice(at * size, (at + 1) * size);
    if (own.length === 0) return [];
    return [{ id: `b${at}`, type, text: type === 'list' ? own.map((one) => `- ${one}`).join('\n') : own.join(' ') }];
  });
  return { headline: 'A headline', dek: 'A dek', slug: 'a-slug', section: 'robotics', bodyBlocks };
}

/** The copy after these edits. Each added word and block id is like no other. */
function edit(base: UnfinishedCopy, name: string, list: readonly Edit[]): UnfinishedCopy {
  const copy = { ...base, bodyBlocks: base.bodyBlocks.map((block) => ({ ...block })) };
  list.forEach((one, turn) => {
    change(copy, `${name}${turn}`, one);
  });
  return copy;
}

function change(copy: UnfinishedCopy, added: string, { act, block: nth, at, word: nthWord, to }: Edit): void {
  const blocks = copy.bodyBlocks;
  const place = nth % Math.max(blocks.length, 1);
  const block = blocks[place];
  if (act === 'field') copy[at % 2 === 0 ? 'headline' : 'dek'] = `About ${added}`;
  else if (act === 'block')
    blocks.splice(place, 0, { id: `n-${added}`, type: 'paragraph', text: `Wrote ${added} alone.` });
  else if (!block) return;
  else if (act === 'remove') blocks.splice(place, 1);
  else if (act === 'swap') blocks.splice(to % blocks.length, 0, ...blocks.splice(place, 1));
  else if (act === 'split') split(blocks, place, at, added);
  else if (act === 'join') join(blocks, place);
  else {
    const parts = partsOf(block);
    const chosen = at % Math.max(parts.length, 1);
    if (act === 'type') parts.splice(chosen, 0, `Said ${added} over here.`);
    else if (act === 'drop') parts.splice(chosen, 1);
    else if (act === 'move') parts.splice(to % parts.length, 0, ...parts.splice(chosen, 1));
    else parts[chosen] = reword(parts[chosen] ?? '', nthWord, added);
    block.text = textOf(block, parts);
    if (block.text === '') blocks.splice(place, 1);
  }
}

function split(blocks: BodyBlock[], place: number, at: number, added: string): void {
  const block = blocks[place];
  const parts = block ? partsOf(block) : [];
  if (block?.type !== 'paragraph' || parts.length < 2) return;
  const cut = 1 + (at % (parts.length - 1));
  blocks.splice(place + 1, 0, { id: `s-${added}`, type: 'paragraph', text: parts.slice(cut).join(' ') });
  block.text = parts.slice(0, cut).join(' ');
}

function join(blocks: BodyBlock[], place: number): void {
  const [block, next] = [blocks[place], blocks[place + 1]];
  if (block?.type !== 'paragraph' || next?.type !== 'paragraph') return;
  block.text = `${block.text} ${next.text}`;
  blocks.splice(place + 1, 1);
}

function reword(sentence: string, nth: number, added: string): string {
  const words = sentence.replace(/\.$/, '').split(' ');
  words.splice(nth % words.length, 1, added);
  return `${words.join(' ')}.`;
}

function partsOf({ type, text }: BodyBlock): string[] {
  if (type === 'list') return text.split('\n').map((line) => line.slice(2));
  return text.match(/[^.]+\./g)?.map((one) => one.trim()) ?? [];
}

function textOf({ type }: BodyBlock, parts: readonly string[]): string {
  return type === 'list' ? parts.map((one) => `- ${one}`).join('\n') : parts.join(' ');
}

function allParts(copy: UnfinishedCopy): string[] {
  return copy.bodyBlocks.flatMap(partsOf);
}

/** What can be read in the result or chosen: the body with both sides, and the two texts of each question of a field. */
function readable(merged: MergedCopy): string {
  const { headline, dek, bodyBlocks } = resolveCopy(
    merged,
    merged.conflicts.map(() => 'mine'),
  );
  return [headline, dek, ...merged.conflicts.map(({ theirs }) => theirs), ...bodyBlocks.map(({ text }) => text)].join(
    ' ',
  );
}

/** Every added word of both is in the result, and so is every sentence that both kept as it was. */
function checkWords(merged: MergedCopy, mine: UnfinishedCopy, theirs: UnfinishedCopy): void {
  const result = readable(merged);
  for (const added of JSON.stringify([mine, theirs]).match(/(?:Mine|Theirs)\d(?![^"]*":)/g) ?? [])
    assert.ok(
      new RegExp(`\\b${added}\\b`).test(result) || !isTyped(added, mine, theirs),
      `${added} is lost: ${result}`,
    );
  const other = new Set(allParts(theirs));
  for (const part of allParts(mine))
    if (other.has(part)) assert.ok(result.includes(part.replace(/\.$/, '')), `“${part}” is lost`);
}

function isTyped(added: string, ...copies: UnfinishedCopy[]): boolean {
  const texts = copies.flatMap(({ headline, dek, bodyBlocks }) => [
    headline,
    dek,
    ...bodyBlocks.map(({ text }) => text),
  ]);
  return texts.some((text) => new RegExp(`\\b${added}\\b`).test(text));
}

/** No sentence is there more often than in the text of either. */
function checkSentences(result: UnfinishedCopy, mine: UnfinishedCopy, theirs: UnfinishedCopy): void {
  const [own, other] = [allParts(mine), allParts(theirs)];
  const parts = allParts(result);
  const count = (list: readonly string[], part: string) => list.filter((one) => one === part).length;
  for (const part of new Set(parts))
    assert.ok(
      count(parts, part) <= Math.max(count(own, part), count(other, part), 1),
      `“${part}” is there ${count(parts, part)} times: ${parts.join(' ')}`,
    );
}

/** Each text of a question has all that its side typed there. */
function checkChoices(merged: MergedCopy, mine: UnfinishedCopy, theirs: UnfinishedCopy): void {
  for (const [side, copy, name] of [
    ['mine', mine, 'Mine'],
    ['theirs', theirs, 'Theirs'],
  ] as const) {
    const chosen = resolveCopy(
      merged,
      [...merged.conflicts, ...merged.body].map(() => side),
    );
    const texts = [chosen.headline, chosen.dek, ...chosen.bodyBlocks.map(({ text }) => text)].join(' ');
    const typed = [copy.headline, copy.dek, ...copy.bodyBlocks.map(({ text }) => text)].join(' ');
    for (const added of typed.match(new RegExp(`\\b${name}\\d\\b`, 'g')) ?? [])
      assert.ok(new RegExp(`\\b${added}\\b`).test(texts), `the choice of ${side} has no ${added}: ${texts}`);
  }
}

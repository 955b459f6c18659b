import { html } from 'hono/html';
import { BLOCK_TYPES, type BodyBlock } from '#article/copy.ts';
import { deskName } from '#article/desk.ts';
import { type BriefCopy, type BriefCorrection, briefCopySchema, MOST_INTRO_WORDS } from '#brief/issues/brief-record.ts';
import type { SlotHolder } from '#brief/issues/material.ts';
import { type Html, shortDate } from '#html/html.ts';
import { validateForm } from '#http/body.ts';
import type { BriefView } from './brief-view.ts';

/** Empty blocks below the intro, for more text. */
const SPARE_BLOCKS = 2;
/** The type of a new block. */
const USUAL = 'paragraph';

type StoryLine = {
  articleId: string;
  headline: string;
  section: string;
  dek: string;
  sentence: string;
  isIn: boolean;
  /** When a story was published that is not in the brief. */
  publishedAt?: string;
};

/** The form that composes a brief. It works without a script: a story has the number of its place, and a box that takes it in. */
export function composeForm(view: BriefView, typed: BriefCopy | null): Html {
  const { brief, content, holder } = view;
  const { subject, intro } = typed ?? content;
  const stories = linesOf(view, typed);
  return html`<form class="compose" method="post" action="/newsroom/briefs/${brief.day}">
<input type="hidden" name="baseRevision" value="${content.revision}">
<p class="field"><label for="subject">Subject of the email</label><input id="subject" name="subject" value="${subject}" maxlength="200" autocomplete="off" aria-describedby="subject-hint"><span class="hint" id="subject-hint">Most programs show about 70 characters.</span></p>
<fieldset class="intro"><legend>Your intro, at most ${MOST_INTRO_WORDS} words</legend>
<p class="hint">Each text is one block; in a list each line is an item. A blank block is left out. Marks: *emphasis*, **strong**, [words](https://…).</p>
${[...intro, ...Array.from({ length: SPARE_BLOCKS }, () => ({ id: '', type: USUAL, text: '' }) as BodyBlock)].map(introBlock)}
</fieldset>
${corrections(content.corrections)}
<fieldset class="order"><legend>Stories</legend>
<p class="hint" id="order-hint">The number is the place in the email. With the arrow keys on its handle, or by dragging the handle, a story moves. Below the new stories are those of the eight weeks before.</p>
<ol data-order>${stories.map((story, at) => storyLine(story, at))}</ol>
<p class="unseen" role="status" data-moved></p>
</fieldset>
${sponsor(holder)}
<p><button>${view.canChange === 'by stopping' ? 'Stop the send and save' : 'Save'} as revision ${content.revision + 1}</button></p>
</form>`;
}

function introBlock({ type, text }: BodyBlock, at: number): Html {
  return html`<div class="block"><p class="field"><label for="intro-${at}-type">Block ${at + 1}</label>
<select id="intro-${at}-type" name="intro-${at}-type">${BLOCK_TYPES.map((one) => html`<option${one === type ? html` selected` : ''}>${one}</option>`)}</select></p>
<p class="field"><label for="intro-${at}-text">Text of block ${at + 1}</label>
<textarea id="intro-${at}-text" name="intro-${at}-text" rows="${rowsOf(text)}">${text}</textarea></p></div>`;
}

/** Lines that a text takes on a wide page, and one more to write in. */
function rowsOf(text: string): number {
  return text === ''
    ? 2
    : 1 + text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 75)), 0);
}

function corrections(all: readonly BriefCorrection[]): Html {
  return html`<h3>Corrections</h3>
${
  all.length === 0
    ? html`<p>No correction was published since the last brief.</p>`
    : html`<p class="hint">They are always in, before the stories.</p>
<ul>${all.map(({ seq, at, headline, note }) => html`<li>Correction ${seq}, ${shortDate(at)}, “${headline}”: ${note}</li>`)}</ul>`
}`;
}

function storyLine(
  { articleId: id, headline, section, dek, sentence, isIn, publishedAt }: StoryLine,
  at: number,
): Html {
  return html`<li data-story><div class="head">
<button type="button" class="plain handle" hidden aria-describedby="order-hint">Move<span class="unseen"> ${headline}</span></button>
<p class="field place"><label for="place-${id}">Place<span class="unseen"> of ${headline}</span></label><input id="place-${id}" name="story-${id}-place" type="number" min="1" max="999" value="${at + 1}" required></p>
<p class="what"><strong>${headline}</strong> <span class="hint">${deskName(section)}${publishedAt ? html`, ${shortDate(publishedAt)}` : ''}</span></p>
<p class="pick"><input type="checkbox" id="in-${id}" name="story-${id}-in"${isIn ? html` checked` : ''}><label for="in-${id}">In the brief<span class="unseen">: ${headline}</span></label></p></div>
<p class="field"><label for="sentence-${id}">One sentence about it<span class="unseen">: ${headline}</span></label><input id="sentence-${id}" name="story-${id}-sentence" value="${sentence}" maxlength="400" autocomplete="off" placeholder="${dek}"></p></li>`;
}

function sponsor(holder: SlotHolder | null): Html {
  if (!holder) return html`<h3>Sponsor</h3><p>Nobody holds this day: the brief has no sponsor.</p>`;
  const order = html`<a href="/newsroom/ads/${holder.orderId}">order ${holder.reference}</a>`;
  if (!holder.sponsor)
    return html`<h3>Sponsor</h3><p>${holder.name} holds this day by ${order}. None of its creatives is accepted yet.</p>`;
  const { picture, alt, text, url } = holder.sponsor;
  return html`<h3>Sponsor</h3>
<p>${holder.name} holds this day by ${order}. Its accepted ad stands after the second story.</p>
<p><img class="sponsor" src="${picture}" alt="${alt}" width="300" height="100"></p>
<p>${text} <code>${url}</code></p>`;
}

/** The stories of the revision, then the new and the earlier ones that are not in it; or as the form had them. */
function linesOf({ content, others }: BriefView, typed: BriefCopy | null): StoryLine[] {
  const all = [
    ...content.stories.map((story) => ({ ...story, isIn: true })),
    ...others.map((story) => ({ ...story, sentence: '', isIn: false })),
  ];
  if (!typed) return all;
  const chosen = typed.stories.flatMap(({ articleId, sentence }) => {
    const story = all.find((one) => one.articleId === articleId);
    return story ? [{ ...story, sentence, isIn: true }] : [];
  });
  const isIn = new Set(chosen.map(({ articleId }) => articleId));
  return [...chosen, ...all.filter(({ articleId }) => !isIn.has(articleId)).map((one) => ({ ...one, isIn: false }))];
}

/** The brief that a form composes, before any check. */
export function readCopy(fields: Record<string, string>): BriefCopy {
  const ids = Object.keys(fields).flatMap((name) => /^story-(.+)-place$/.exec(name)?.[1] ?? []);
  const stories = ids
    .filter((id) => fields[`story-${id}-in`] !== undefined)
    .sort((one, other) => Number(fields[`story-${one}-place`]) - Number(fields[`story-${other}-place`]))
    .map((articleId) => ({ articleId, sentence: fields[`story-${articleId}-sentence`] ?? '' }));
  const intro: BodyBlock[] = [];
  for (let at = 0; fields[`intro-${at}-text`] !== undefined; at++) {
    const text = (fields[`intro-${at}-text`] ?? '').replaceAll('\r\n', '\n');
    const type = fields[`intro-${at}-type`] as BodyBlock['type'];
    if (text !== '') intro.push({ id: `i${intro.length + 1}`, type, text });
  }
  return { subject: fields.subject ?? '', intro, stories };
}

/** @throws validation_failed, with the labels of the form */
export function checkTyped(copy: BriefCopy): BriefCopy {
  return validateForm(briefCopySchema, copy, { subject: 'The subject', intro: 'The intro', stories: 'The stories' });
}

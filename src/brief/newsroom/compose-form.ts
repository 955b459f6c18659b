import { html } from 'hono/html';
import { BLOCK_TYPES, type BodyBlock } from '#article/copy.ts';
import { sectionName } from '#article/section.ts';
import { type BriefCopy, type BriefCorrection, MOST_INTRO_WORDS } from '#brief/issues/brief-record.ts';
import type { SlotHolder } from '#brief/issues/material.ts';
import type { Failure } from '#core/failure.ts';
import { type Html, shortDate } from '#html/html.ts';
import { card } from '#html/newsroom/kit/card.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { wrongOf } from '#html/newsroom/kit/form.ts';
import { saveBar } from '#html/newsroom/kit/save-bar.ts';
import type { BriefView } from './brief-view.ts';

/** Empty blocks below the intro, for more text. The script shows them one by one. */
const SPARE_BLOCKS = 2;
/** The type of a new block. */
const USUAL = 'paragraph';

const BLOCK_WORDS: Record<BodyBlock['type'], string> = {
  paragraph: 'Paragraph',
  heading: 'Heading',
  subheading: 'Small heading',
  quote: 'Quote',
  list: 'List, an item on each line',
};

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

/** A copy that was refused, with what is wrong by the name of a field. */
type Refused = { copy: BriefCopy; typed: URLSearchParams; failure: Failure };

/** The form that composes a brief. It works without a script: a story has the number of its place, and a box that takes it in. */
export function composeForm(view: BriefView, refused: Refused | null): Html {
  const { brief, content, holder } = view;
  const { subject, intro } = refused?.copy ?? content;
  const failure = refused?.failure;
  const stories = linesOf(view, refused?.copy ?? null);
  const isIn = stories.filter((story) => story.isIn);
  const others = stories.filter((story) => !story.isIn);
  const line = (story: StoryLine) => storyLine(story, stories.indexOf(story), refused);
  return html`<form class="compose" id="compose" method="post" action="/newsroom/briefs/${brief.day}">
<input type="hidden" name="baseRevision" value="${content.revision}">
${field(
  {
    label: 'Subject of the email',
    hint: 'Most programs show about 70 characters.',
    most: 70,
    optional: true,
  },
  {
    name: 'subject',
    typed: new URLSearchParams({ subject }),
    wrong: wrongOf(failure, 'subject'),
    saved: subject === content.subject ? undefined : content.subject,
  },
)}
${introFields(intro, failure)}
${corrections(content.corrections)}
<fieldset class="order" id="stories"><legend>Stories</legend>
<p class="hint" id="order-hint">They are in the email in this order. Drag the handle of a story, or press the arrow keys on it.</p>
<ol data-order>${isIn.map(line)}</ol>
${isIn.length === 0 ? html`<p class="hint">No story is in the brief yet.</p>` : ''}
${
  others.length === 0
    ? ''
    : html`<details${isIn.length === 0 ? html` open` : ''}><summary>${others.length === 1 ? 'One more story' : `${others.length} more stories`}</summary>
<p class="hint">New ones first, then those of the eight weeks before. Tick a story to take it in.</p>
<ul data-others>${others.map(line)}</ul></details>`
}
<p class="unseen" role="status" data-moved></p>
</fieldset>
${sponsor(holder)}
${saveBar({
  discard: `/newsroom/briefs/${brief.day}`,
  save: `${view.canChange === 'by stopping' ? 'Pause the send and save' : 'Save'} as revision ${content.revision + 1}`,
  stays: true,
})}
</form>`;
}

/** The blocks of the intro. */
function introFields(intro: readonly BodyBlock[], failure: Failure | undefined): Html {
  const spare = Array.from({ length: SPARE_BLOCKS }, (): BodyBlock => ({ id: '', type: USUAL, text: '' }));
  const wrong = wrongOf(failure, 'intro');
  return html`<fieldset class="intro" id="intro"${wrong ? html` aria-invalid="true"` : ''} aria-describedby="intro-hint"><legend>Your intro, at most ${MOST_INTRO_WORDS} words</legend>
${wrong ? html`<p class="wrong">${wrong}</p>` : ''}
<p class="hint" id="intro-hint">Select words to make them bold, italic or a link. An empty block is left out.</p>
${[...intro, ...spare].map((block, at) => introBlock(block, at, at > intro.length || (at === intro.length && at > 0), failure))}
<p><button type="button" class="btn quiet" data-add-block hidden>Add a block</button></p>
</fieldset>`;
}

/** `isSpare`: the script hides it until it is asked for. */
function introBlock({ type, text }: BodyBlock, at: number, isSpare: boolean, failure: Failure | undefined): Html {
  const [typeName, textName] = [`intro-${at}-type`, `intro-${at}-text`];
  const typed = new URLSearchParams({ [typeName]: type, [textName]: text });
  const kind = field(
    {
      label: `Kind of block ${at + 1}`,
      kind: 'select',
      options: BLOCK_TYPES.map((value) => ({ value, text: BLOCK_WORDS[value] })),
      optional: true,
    },
    { name: typeName, typed, wrong: wrongOf(failure, typeName) },
  );
  const words = field(
    { label: `Text of block ${at + 1}`, kind: 'area', rows: rowsOf(text), optional: true },
    { name: textName, typed, wrong: wrongOf(failure, textName) },
  );
  return html`<div class="block"${isSpare ? html` data-spare` : ''}>${kind}
<div class="marks" data-marks="${textName}" hidden>${mark('strong', 'Bold', at)}${mark('emphasis', 'Italic', at)}${mark('link', 'Link', at)}</div>
${words}</div>`;
}

/** Shown by the script: without it, words are marked by the signs of Markdown. */
function mark(name: string, text: string, at: number): Html {
  return html`<button type="button" class="btn quiet" data-mark="${name}">${text}<span class="unseen">: words of block ${at + 1}</span></button>`;
}

/** Lines that a text takes on a wide page, and one more to write in. */
function rowsOf(text: string): number {
  return text === ''
    ? 2
    : 1 + text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 60)), 0);
}

function corrections(all: readonly BriefCorrection[]): Html {
  return html`<h2>Corrections</h2>
${
  all.length === 0
    ? html`<p class="hint">No correction was published since the last brief.</p>`
    : html`<p class="hint">They are always in, before the stories.</p>
<ul>${all.map(({ seq, at, headline, note }) => html`<li>Correction ${seq}, ${shortDate(at)}, “${headline}”: ${note}</li>`)}</ul>`
}`;
}

function storyLine(
  { articleId: id, headline, section, dek, sentence, isIn, publishedAt }: StoryLine,
  at: number,
  refused: Refused | null,
): Html {
  const failure = refused?.failure;
  const [inName, placeName, sentenceName] = ['in', 'place', 'sentence'].map((part) => `story-${id}-${part}`) as [
    string,
    string,
    string,
  ];
  const [wrongIn, wrongPlace] = [wrongOf(failure, inName), wrongOf(failure, placeName)];
  const place = (wrongPlace && refused?.typed.get(placeName)) || at + 1;
  return html`<li data-story><div class="head">
<button type="button" class="btn quiet handle" hidden aria-describedby="order-hint">Move<span class="unseen"> ${headline}</span></button>
<p class="place"><label for="${placeName}">Place<span class="unseen"> of ${headline}</span></label><input id="${placeName}" name="${placeName}" type="number" min="1" max="999" value="${place}"${wrongPlace ? html` aria-invalid="true" aria-describedby="${placeName}-wrong"` : ''}>${wrongPlace ? html`<span class="wrong" id="${placeName}-wrong">${wrongPlace}</span>` : ''}</p>
<p class="what"><strong>${headline}</strong> <span class="hint">${sectionName(section)}${publishedAt ? html`, ${shortDate(publishedAt)}` : ''}</span></p>
<div class="field pick"><label><input type="checkbox" id="${inName}" name="${inName}" value="on"${isIn ? html` checked` : ''}${wrongIn ? html` aria-invalid="true" aria-describedby="${inName}-wrong"` : ''}> In the brief<span class="unseen">: ${headline}</span></label>${wrongIn ? html`<span class="wrong" id="${inName}-wrong">${wrongIn}</span>` : ''}</div></div>
${field(
  {
    label: html`One sentence about it<span class="unseen">: ${headline}</span>`,
    placeholder: dek,
    optional: true,
  },
  {
    name: sentenceName,
    typed: new URLSearchParams({ [sentenceName]: sentence }),
    wrong: wrongOf(failure, sentenceName),
  },
)}</li>`;
}

function sponsor(holder: SlotHolder | null): Html {
  if (!holder) return html`<h2>Sponsor</h2><p class="hint">Nobody holds this day: the brief has no sponsor.</p>`;
  const order = html`<a href="/newsroom/ads/${holder.orderId}">order ${holder.reference}</a>`;
  if (!holder.sponsor)
    return html`<h2>Sponsor</h2><p>${holder.name} holds this day by ${order}. None of its creatives is accepted yet.</p>`;
  const { picture, alt, text, url } = holder.sponsor;
  return html`<h2>Sponsor</h2>
${card({
  title: holder.name,
  lines: [
    html`By ${order}. Its accepted ad comes after the second story.`,
    html`<img class="sponsor" src="${picture}" alt="${alt}" width="300" height="100">`,
    html`${text} <code>${url}</code>`,
  ],
})}`;
}

/** The stories of the revision, then the new and the earlier ones that are not in it; or as the form had them. */
function linesOf({ content, others }: BriefView, typed: BriefCopy | null): StoryLine[] {
  const all = [
    ...content.stories.map((story) => ({ ...story, isIn: true })),
    ...others.map((story) => ({ ...story, sentence: '', isIn: false })),
  ];
  if (!typed) return all;
  const chosen = typed.stories.flatMap(({ articleId, sentence }) => {
    const story = all.find((candidate) => candidate.articleId === articleId);
    return story ? [{ ...story, sentence, isIn: true }] : [];
  });
  const isIn = new Set(chosen.map(({ articleId }) => articleId));
  return [
    ...chosen,
    ...all.filter(({ articleId }) => !isIn.has(articleId)).map((story) => ({ ...story, isIn: false })),
  ];
}

import { html } from 'hono/html';
import { recaption } from '../../../article/publish/recaption.ts';
import { listPictureUses, type PictureUse } from '../../../article/read/linked-articles.ts';
import { isEditorial } from '../../../core/actor.ts';
import { Failure } from '../../../core/failure.ts';
import { isUuid } from '../../../core/text.ts';
import { describePicture } from '../../../pictures/describe-picture.ts';
import { findPicture, type ListedPicture, pictureDetailsSchema } from '../../../pictures/pictures.ts';
import type { Html } from '../../../render/html/html.ts';
import { addressAt, shownSize } from '../../../render/html/picture-html.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, type RefusedForm, refusalNote, renderFormError } from '../kit/form.ts';
import { newsroomPage, redirect } from '../kit/page.ts';
import { formatTime } from '../kit/time.ts';

const USES = 50;

/** `GET /newsroom/pictures/{pictureId}`: one picture, what is said of it, and where it is used. */
export function showPicture(c: Context): Promise<Response> {
  return picturePage(c, null);
}

export async function picturePage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, actor } = c.var;
  const id = c.req.param('pictureId') ?? '';
  const picture = isUuid(id) ? await findPicture(deps.db.read, id) : null;
  if (!picture)
    throw new Failure('not_found', 'No picture has this id.', { hint: 'Look for it in the media library.' });
  const uses = await listPictureUses(deps.db.read, actor, picture.id, USES);
  const mayChange = isEditorial(actor);
  const today = new Date(deps.clock()).toISOString().slice(0, 10);
  return newsroomPage(c, {
    title: refused ? 'Picture not changed' : picture.title,
    status: refused?.status ?? 200,
    styles: ['newsroom-pictures.css'],
    scripts: mayChange ? ['picture'] : [],
    main: html`<p class="trail"><a href="/newsroom/pictures">Pictures</a></p>
<h1>${picture.title}</h1>
${refused ? '' : changedNote(c, picture)}
${endNote(picture, today)}
${refusalNote(refused?.failure ?? null)}
<div class="looked-at">
<div>
${shown(picture)}
${mayChange ? cuts(picture) : ''}
${facts(picture)}
${used(uses)}
</div>
${mayChange ? describeForm(picture, refused?.typed ?? null) : said(picture)}
</div>`,
  });
}

function changedNote(c: Context, { changedAt }: ListedPicture): Html | string {
  const done = c.req.query('done');
  if ((done !== 'changed' && done !== 'held') || changedAt === null) return '';
  if (done === 'held')
    return html`<p class="refusal" role="status">Saved. Some of the articles below still show readers the words from before: the new ones state a number that is not settled there, or two people publish here. Open each article and publish it again.</p>`;
  return html`<p class="done" role="status">Saved; last changed ${formatTime(changedAt)} (UTC). Where readers see the picture, they see what is said of it now.</p>`;
}

function endNote({ endsOn }: ListedPicture, today: string): Html | string {
  if (endsOn === null || endsOn >= today) return '';
  return html`<div class="refusal"><p><strong>It could be used until ${endsOn}.</strong></p><p>Nothing can be published with it. Articles that are live keep it until an editor publishes them without it.</p></div>`;
}

function shown(one: ListedPicture): Html {
  const { width, height } = shownSize(one);
  return html`<div class="focal"><img src="${addressAt(one, 1200, 'jpg')}" width="${width}" height="${height}" alt="${one.alt}"><span class="point ${focusOf(one)}"></span></div>`;
}

/** How the picture is cut in places of other shapes. */
function cuts(one: ListedPicture): Html {
  const small = addressAt(one, 480, 'jpg');
  return html`<p class="hint">Cut for places of other shapes, the point in sight:</p>
<div class="cuts">${['wide', 'square', 'tall'].map((shape) => html`<img class="cut-${shape} ${focusOf(one)}" src="${small}" alt="">`)}</div>`;
}

function focusOf({ focalX, focalY }: ListedPicture): string {
  const [x, y] = [focalX, focalY].map((part) => Math.round(part / 10) * 10);
  return `focus-x-${x} focus-y-${y}`;
}

function facts(one: ListedPicture): Html {
  return html`<dl class="copy">
<div><dt>Id, as a draft names it</dt><dd><code>${one.id}</code></dd></div>
<div><dt>Size</dt><dd>${one.width} × ${one.height} pixels</dd></div>
<div><dt>Added (UTC)</dt><dd>${formatTime(one.addedAt)} by ${one.addedBy}</dd></div>
${one.changedAt ? html`<div><dt>Last changed (UTC)</dt><dd>${formatTime(one.changedAt)}</dd></div>` : ''}
</dl>`;
}

/** For those who may look and not change. */
function said(one: ListedPicture): Html {
  return html`<section aria-labelledby="said"><h2 id="said">What is said of it</h2>
<dl class="copy">
<div><dt>What it shows</dt><dd>${one.alt}</dd></div>
<div><dt>Credit</dt><dd>${one.credit}${one.isAiMade ? ' (made with AI)' : ''}</dd></div>
<div><dt>Licence</dt><dd>${one.licence || 'not said'}</dd></div>
<div><dt>Source</dt><dd>${one.source || 'not said'}</dd></div>
<div><dt>May be used until</dt><dd>${one.endsOn ?? 'no end'}</dd></div>
</dl>
<p class="hint">An editor can change it.</p></section>`;
}

function used(uses: PictureUse[]): Html {
  return html`<section aria-labelledby="uses"><h2 id="uses">Where it is used</h2>
${uses.length === 0 ? html`<p>Nowhere yet. A draft uses it by its id, as hero picture.</p>` : html`<ul>${uses.map(useLine)}</ul>`}
</section>`;
}

function useLine({ articleId, headline, isLive, isLatest }: PictureUse): Html {
  const where = isLive
    ? isLatest
      ? 'readers see it'
      : 'readers see it; a newer revision has another'
    : 'not published with it';
  return html`<li><a href="/newsroom/articles/${articleId}">${headline}</a> <span class="hint">${where}</span></li>`;
}

const LABELS = {
  title: 'The title',
  alt: 'What it shows',
  credit: 'The credit',
  licence: 'The licence',
  source: 'The source',
  endsOn: 'The last day',
  focalX: 'The point across',
  focalY: 'The point down',
};

/** `POST /newsroom/pictures/{pictureId}`: changes what is said of a picture. */
export async function postDescription(c: Context): Promise<Response> {
  const id = c.req.param('pictureId') ?? '';
  const typed = await parseForm(c);
  try {
    const { seen, isAiMade, endsOn, ...words } = typed;
    const given = { ...words, isAiMade: isAiMade === 'yes', endsOn: endsOn || null };
    const details = validateForm(pictureDetailsSchema, given, LABELS);
    const { held } = await describePicture(c.var.deps, c.var.actor, id, details, seen || null, recaption);
    return redirect(`/newsroom/pictures/${id}?done=${held > 0 ? 'held' : 'changed'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { typed, failure, status }));
  }
}

/** All that is said of a picture, to be changed; `typed` is what was typed before the form was refused. */
export function describeForm(one: ListedPicture, typed: Record<string, string> | null): Html {
  const { title, alt, credit, licence, source } = { ...one, ...typed };
  const value = (name: 'endsOn' | 'focalX' | 'focalY') => typed?.[name] ?? String(one[name] ?? '');
  const isAiMade = typed ? typed.isAiMade === 'yes' : one.isAiMade;
  return html`<form class="entry" method="post" action="/newsroom/pictures/${one.id}">
<input type="hidden" name="seen" value="${typed?.seen ?? one.changedAt ?? ''}">
<h2>What is said of it</h2>
${line('title', 'Title', title, 'How the newsroom finds it. Readers do not see it.', true)}
${line('alt', 'What it shows', alt, 'For readers who do not see it.', true)}
${line('credit', 'Credit', credit, 'As it stands under the picture.', true)}
<p class="field tick"><label><input name="isAiMade" type="checkbox" value="yes"${isAiMade ? html` checked` : ''}>Made with AI</label>
<span class="hint">Readers are told beside the credit.</span></p>
${line('licence', 'Licence', licence, 'By what right it is used, such as CC BY 4.0 or a contract.', false)}
${line('source', 'Source', source, 'Where it came from: an address, an archive, a person.', false)}
<p class="field"><label for="endsOn">May be used until</label>
<input id="endsOn" name="endsOn" type="date" value="${value('endsOn')}" aria-describedby="endsOn-hint">
<span class="hint" id="endsOn-hint">The last day (UTC); empty for no end. After it nothing is published with the picture.</span></p>
<fieldset><legend>The point that stays in sight</legend>
<p class="hint">Where the picture is cut, in hundredths from the left and from the top.</p>
<div class="pair"><p class="field"><label for="focalX">Across</label><input id="focalX" name="focalX" type="number" min="0" max="100" step="1" required value="${value('focalX')}"></p>
<p class="field"><label for="focalY">Down</label><input id="focalY" name="focalY" type="number" min="0" max="100" step="1" required value="${value('focalY')}"></p></div>
</fieldset>
<p><button>Save what is said</button></p>
</form>`;
}

function line(name: string, label: string, value: string, hint: string, isRequired: boolean): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off"${isRequired ? html` required` : ''} aria-describedby="${name}-hint">
<span class="hint" id="${name}-hint">${hint}</span></p>`;
}

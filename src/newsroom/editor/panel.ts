import { html } from 'hono/html';
import type { ArticleRecord } from '#editorial/article-record.ts';
import type { Html } from '#html/html.ts';
import { sign } from '#html/newsroom/kit/sign.ts';

/** The parts of the panel that the page comes with; the script loads the others when they are first shown. */
export type PanelParts = { details: Html; comments: Html };

const TABS = [
  ['details', 'Details'],
  ['numbers', 'Numbers'],
  ['comments', 'Comments'],
  ['history', 'History'],
  ['checks', 'Checks'],
] as const;
type TabName = (typeof TABS)[number][0];

/**
 * The panel beside the sheet: five tabs, one of them open. Each part is a region with the id `panel-{name}`; a part without words here is
 * filled from `GET /newsroom/articles/{articleId}/edit/{name}`.
 */
export function panel({ id }: ArticleRecord, { details, comments }: PanelParts): Html {
  const parts: Record<TabName, Html | string> = {
    details,
    numbers: '',
    comments,
    history: '',
    checks: '',
  };
  return html`<aside class="edit-panel" id="panel" aria-label="Panel" data-article="${id}" hidden>
<div class="panel-tabs"><div role="tablist" aria-label="Panel">${TABS.map(
    ([name, label]) =>
      html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected="false" tabindex="-1">${label} <span class="n" id="count-${name}"></span></button>`,
  )}</div><button type="button" class="btn quiet icon" id="panel-close" aria-label="Close the panel" title="Close the panel: Esc">${sign('cross')}</button></div>
${TABS.map(
  ([name]) =>
    html`<div role="tabpanel" class="panel-part" id="panel-${name}" aria-labelledby="tab-${name}" tabindex="-1" hidden>${parts[name]}</div>
`,
)}</aside>`;
}

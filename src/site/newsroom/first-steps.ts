import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { readSiteSettings } from '#site/site-settings.ts';
import { areStepsSkipped } from '#site/steps.ts';

/** What the chief still has to set up after the first start; a chief can skip all but the address for readers. */
export async function firstSteps(c: Context): Promise<Html | string> {
  const { deps, config } = c.var;
  if (c.get('session')?.editor.role !== 'chief') return '';
  const contact =
    config.publication.contact === null
      ? html`<p class="hint" id="first-steps"><strong>Still to do:</strong> readers have no email address for the newsroom. <a href="/newsroom/site#contact">Enter an address</a> that the newsroom reads. Then <a href="/about">About</a>, <a href="/corrections">Corrections</a> and <a href="/.well-known/security.txt">security.txt</a> show it.</p>`
      : '';
  if (await areStepsSkipped(deps.db.read)) return contact;
  const stored = await readSiteSettings(deps.db.read);
  const { name, postalAddress, timeZone } = { ...config.siteDefaults, ...stored };
  const missing = [
    ...(stored.name === undefined && name === SOFTWARE ? [step('name', 'the name of your magazine')] : []),
    ...(stored.description === undefined && name === SOFTWARE ? [step('description', 'what it is about')] : []),
    ...(timeZone === 'UTC' && stored.timeZone === undefined ? [step('timeZone', 'the time zone of the newsroom')] : []),
    ...(postalAddress === null ? [step('postalAddress', 'the postal address, which the Field Brief needs')] : []),
  ];
  if (missing.length === 0) return contact;
  return html`${contact}<div class="steps"><p><strong>Make the site yours.</strong> Still missing:</p>
<ul>${missing}</ul>
<form method="post" action="/newsroom/site/steps"><p><a href="/newsroom/site">Site settings</a> <button class="plain">Skip these steps</button></p></form></div>`;
}

/** The name of the software, which a site has until somebody gives it another. */
const SOFTWARE = 'Plumbline';

function step(id: string, words: string): Html {
  return html`<li><a href="/newsroom/site#${id}">${words}</a></li>`;
}

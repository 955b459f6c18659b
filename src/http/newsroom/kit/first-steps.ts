import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';

/** What the chief still has to have set up after the first start: an address that readers can write to. */
export function firstSteps(c: Context): Html | string {
  const session = c.get('session');
  if (c.var.config.publication.contact !== null || (session && session.editor.role !== 'chief')) return '';
  return html`<p class="hint" id="first-steps"><strong>Still to do:</strong> readers have no email address for the newsroom. Choose an address that the newsroom reads. Ask the operator of the server to set <code>PUBLICATION_CONTACT</code> to it and to restart the server. Then <a href="/about">About</a>, <a href="/corrections">Corrections</a> and <a href="/.well-known/security.txt">security.txt</a> show it.</p>`;
}

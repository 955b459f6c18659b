import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';

/** What the chief still has to set up after the first start: an address that readers can write to. */
export async function firstSteps(c: Context): Promise<Html | string> {
  if (c.get('session')?.editor.role !== 'chief') return '';
  if (c.var.config.publication.contact !== null) return '';
  return html`<p class="hint" id="first-steps"><strong>Still to do:</strong> readers have no email address for the newsroom. <a href="/newsroom/contact">Enter an address</a> that the newsroom reads. Then <a href="/about">About</a>, <a href="/corrections">Corrections</a> and <a href="/.well-known/security.txt">security.txt</a> show it.</p>`;
}

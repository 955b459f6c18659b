import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';

type Asked = {
  action: string;
  next: string | undefined;
  options: PublicKeyCredentialRequestOptionsJSON;
  button: string;
  /** Further fields of the form. */
  more?: Html;
};

/** A form that browser/passkey.ts fills in; without script it is not there. */
export function passkeyForm({ action, next, options, button, more }: Asked): Html {
  return html`<form class="entry passkey" method="post" action="${action}" data-passkey="get" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="answer">
${next ? html`<input type="hidden" name="next" value="${next}">` : ''}
${more ?? ''}
<p><button class="plain">${button}</button></p>
<p class="hint" data-trouble role="alert"></p>
</form>`;
}

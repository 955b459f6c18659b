import { saveDrafts } from '#newsroom/browser/forms/drafts.ts';
import { watchForms } from '#newsroom/browser/forms/send.ts';
import { markWrongFields } from '#newsroom/browser/forms/wrong-fields.ts';

// The script of every page of a signed-in member: text in forms is not lost when the session ends or the server is down.

const { account } = document.body.dataset;
if (account) {
  markWrongFields();
  saveDrafts(account);
  watchForms(account);
}

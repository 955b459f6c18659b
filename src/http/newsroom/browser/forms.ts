import { saveDrafts } from './forms/drafts.ts';
import { watchForms } from './forms/send.ts';

// On every page of somebody with an account: what is typed into its forms is not lost when the session or the server goes away.

const { account } = document.body.dataset;
if (account) {
  saveDrafts(account);
  watchForms(account);
}

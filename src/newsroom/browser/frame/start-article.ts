/** *New article* opens the editor with an empty draft. Without this script, which the editor needs too, it opens a form. */
export function startArticlesAtOnce(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.new-article')) form.method = 'post';
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href="/newsroom/new"]') : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    startArticle();
  });
}

/** Sends the form that starts a draft. */
export function startArticle(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/newsroom/new';
  document.body.append(form);
  form.requestSubmit();
}

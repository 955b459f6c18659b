// The script of the page of an import: renews the progress, and loads the page again when the server is done.

const progress = document.getElementById('progress');
const isWorking = (state: string | undefined) => /^(?:waits|looks$|runs$)/.test(state ?? '');

async function renew(): Promise<void> {
  const answer = await fetch(progress?.dataset.at ?? '').catch(() => null);
  if (answer?.ok && progress) progress.innerHTML = await answer.text();
  const state = progress?.querySelector<HTMLElement>('[data-state]')?.dataset.state;
  if (isWorking(state)) setTimeout(renew, 1500);
  else location.reload();
}

setTimeout(renew, 1500);

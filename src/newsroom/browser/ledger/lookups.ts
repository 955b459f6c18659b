// How far the server is with the sources of an article: renewed until it has opened all. What the page shows stays as it is.

export function followLookups(): void {
  const place = document.getElementById('lookups');
  if (place && isAtWork(place)) setTimeout(renew, 1500, place);
}

async function renew(place: HTMLElement): Promise<void> {
  const answer = await fetch(place.dataset.at ?? '').catch(() => null);
  if (answer?.ok) place.innerHTML = await answer.text();
  if (isAtWork(place)) setTimeout(renew, 1500, place);
  else place.querySelector('[data-state]')?.setAttribute('role', 'status');
}

function isAtWork(place: HTMLElement): boolean {
  return place.querySelector('[data-state="waiting"]') !== null;
}

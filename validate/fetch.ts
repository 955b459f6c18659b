/** The body of a response. @throws Error with status and body when the status is not 2xx */
export async function fetchText(address: string, asked: RequestInit = {}): Promise<string> {
  const answer = await fetch(address, asked);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 400)}`);
  return text;
}

export async function fetchJson<T>(address: string, asked: RequestInit = {}): Promise<T> {
  return JSON.parse(await fetchText(address, asked)) as T;
}

/** The ids that another program may send: they cannot break a line of the log or a header. */
const ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The id of a request: the one that a proxy or a client sent, or a new one where they sent none or an unusable one. */
export function requestIdOf(sent: string | string[] | null | undefined, newId: () => string): string {
  return typeof sent === 'string' && ID.test(sent) ? sent : newId();
}

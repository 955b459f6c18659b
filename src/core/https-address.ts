/** Whether the text is an https address without user name, backslash, white space or control character. */
export function isPlainHttps(value: string): boolean {
  if (/[\\\s\p{Cc}]/u.test(value) || !value.isWellFormed()) return false;
  const url = URL.parse(value);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== '';
}

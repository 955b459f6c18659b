/** Text without the characters that XML 1.0 does not allow, even escaped (XML 1.0, 2.2). */
export function xmlSafe(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Escapes text for an element or an attribute. */
export function escapeXml(text: string): string {
  return xmlSafe(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

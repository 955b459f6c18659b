/** Text without the characters no XML 1.0 document may hold, however they are escaped (XML 1.0, 2.2). */
export function xmlSafe(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Text as it may stand in an element or an attribute. */
export function escapeXml(text: string): string {
  return xmlSafe(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** A field that people do not see. Programs that fill in every field reveal themselves by it. */
export const HONEYPOT = 'website';

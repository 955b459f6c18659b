/** The field that people do not see; programs that fill in every field give themselves away. */
export const HONEYPOT = 'website';

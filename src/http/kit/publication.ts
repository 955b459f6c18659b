import { readContact } from '../../accounts/contact.ts';
import type { Publication } from '../../config.ts';
import type { Context } from './context.ts';
import { readPublished } from './read-published.ts';

/** The tag of cached responses that show the address that readers write to. */
export const ABOUT_CONTACT = 'placed:contact';

/** The publication with the address that readers write to now: editors can change it while the server runs. */
export async function currentPublication(c: Context): Promise<Publication> {
  const { publication } = c.var.config;
  const contact = await readPublished(c, (tx) => readContact(tx, publication.contact));
  return { ...publication, contact };
}

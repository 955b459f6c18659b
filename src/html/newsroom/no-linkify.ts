/** Replaces linkify-it in browser scripts: markdown-it makes an instance, and never calls it while `linkify` is off. */
export class LinkifyIt {}

/** The server that the checks test, and how to use it. */
export type Target = {
  baseUrl: string;
  /** The folder for generated files. */
  out: string;
  /** The HTML of the email of a Field Brief. */
  email: string;
  /** Every kind of page for people, by name: the public ones, and those behind the links of a subscriber's emails. */
  pages: Record<string, string>;
  /** Every kind of public Markdown text, by name. */
  texts: Record<string, string>;
  /** The file of the API description, as the server sent it. */
  description: string;
  /** Gives an agent access and returns its bearer token. */
  requestToken: () => Promise<string>;
};

/** The measured value of a check that passed, or why the check was skipped. */
export type Outcome = string | { skipped: string };

/**
 * One line of the table; `run` throws when the check fails. Each tool also gets an input with a defect, which it must
 * refuse: a tool that refuses nothing would pass everything.
 */
export type Check = { tool: string; subject: string; run: (target: Target) => Promise<Outcome> };

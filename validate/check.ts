/** What the checks are run against: a house that is open, and what it takes to work in it. */
export type Target = {
  baseUrl: string;
  /** The folder generated things go to. */
  out: string;
  /** The file of the API description, as the house served it. */
  description: string;
  /** Lets an agent in and returns its bearer token. */
  letIn: () => Promise<string>;
};

/** What a check came to: the figure it took, or why it was not made. */
export type Outcome = string | { skipped: string };

/**
 * One line of the table; `run` throws when it is not so. Beside what has to pass stand checks that give the same tool
 * something it has to refuse: a tool that refuses nothing would pass everything.
 */
export type Check = { tool: string; subject: string; run: (target: Target) => Promise<Outcome> };

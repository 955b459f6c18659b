import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Publication } from '../../config.ts';
import type { agentSkillsSchema } from './discovery-schemas.ts';
import { draftSkill, readSkill } from './skills.ts';

/** The skills an agent can fetch, by name, each as the text of its SKILL.md. */
export function skillsOf(publication: Publication): { name: string; description: string; text: string }[] {
  return [readSkill(publication), draftSkill(publication)].map(({ name, description, steps }) => ({
    name,
    description,
    text: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${steps}`,
  }));
}

/** The index of skills, each with the digest of the very bytes at its address (agent skills discovery 0.2.0). */
export function agentSkills(publication: Publication): z.infer<typeof agentSkillsSchema> {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skillsOf(publication).map(({ name, description, text }) => ({
      name,
      type: 'skill-md',
      description,
      url: `${publication.baseUrl}/.well-known/agent-skills/${name}/SKILL.md`,
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    })),
  };
}
